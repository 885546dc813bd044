import PushyCore

extension Draft {
    /// Where its devices are, for a person: `in production`, or `on Android`.
    var place: String {
        switch message {
        case .notification: "in \(selection.environment.rawValue)"
        case .everywhere(_, let platforms): "on \(platforms.words)"
        }
    }

    /// What people call its app, where there is more than one to tell apart; a deleted one goes by its ID.
    func name(among apps: [AppID: String]) -> String? {
        apps[app] ?? (app == .default ? nil : app.text)
    }
}

extension PlatformFilter {
    /// The platforms for a person: `every platform`, `iOS and Android`.
    var words: String {
        self == .all
            ? "every platform" : names.map(\.worded).formatted(.list(type: .and).locale(.init(identifier: "en_GB")))
    }
}
