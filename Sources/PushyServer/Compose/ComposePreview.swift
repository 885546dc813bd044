import PushyCore

/// How the message of a form would look on a lock screen, and what would be sent: as far as can be said while some of it
/// is wrong.
struct ComposePreview: Sendable {
    private let sketch: MessageSketch?

    /// A preview of what was filled in, without what is wrong.
    init(_ form: BroadcastForm, faults: [DraftFault] = []) {
        let form = form.without(faults.map(\.field))
        sketch = try? MessageSketch(form.fields)
    }

    /// The preview.
    var html: HTML {
        Self.template.render([
            "screens": .list(["light", "dark"].map { screen($0) }),
            "isBackground": .flag(sketch?.isBackground ?? false),
            "payload": sketch.map { .text($0.payload) },
            "bytes": sketch.map { .text(String($0.byteCount)) },
            "byteLimit": sketch.map { .text(String($0.byteLimit)) },
            "size": .text(size),
            "isTooLarge": .flag(sketch.map { $0.byteCount > $0.byteLimit } ?? false),
        ])
    }

    private func screen(_ scheme: String) -> TemplateScope {
        let alert = sketch?.alert ?? Message.ShownAlert()
        let isBlank = [alert.title, alert.subtitle, alert.body].allSatisfy { ($0 ?? "").isEmpty }
        return [
            "scheme": .text(scheme),
            "isCopy": .flag(scheme == "dark"),
            // iOS puts the app's name where there is no title.
            "title": .text(alert.title.flatMap { $0.isEmpty ? nil : $0 } ?? "Your app"),
            "subtitle": alert.subtitle.map(TemplateValue.text),
            "body": .text(isBlank ? "Your message" : alert.body ?? ""),
            "isBlank": .flag(isBlank),
        ]
    }

    private var size: String {
        guard let sketch else { return "" }
        let size = "\(sketch.byteCount.grouped) of \(sketch.byteLimit.grouped) bytes"
        let excess = sketch.byteCount - sketch.byteLimit
        return excess > 0 ? "\(size): \(excess.grouped) too many" : size
    }

    private static let template = Template(PackageResources.preview_html)
}
