import PushyCore

extension Draft {
    /// Whom it goes to, in words: `12,000 pro devices in production`.
    func recipients(_ count: Int) -> String {
        let environment = selection.environment.rawValue
        if token != nil { return "one device in \(environment)" }
        let kind = selection.audience == .all ? "" : "\(selection.audience.rawValue) "
        return "\(count.grouped) \(kind)\(count == 1 ? "device" : "devices") in \(environment)"
    }
}
