import PushyCore

/// The log of an app's sends, for a person.
struct SendsPage: Sendable {
    let app: App
    let log: SendLog.Page

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render([
            "name": .text(app.name),
            "address": .text(app.address),
            "sends": .html(log.entries.html),
            "next": log.cursor.map { .text("\(app.address)/sends?cursor=\($0)") },
        ])
        var page = Page("Sends", content)
        page.frame = frame
        page.section = .apps
        return page
    }

    private static let template = Template(PackageResources.sendlog_html)
}

private let listTemplate = Template(PackageResources.sends_html)

extension [SendLog.Entry] {
    /// The sends as a list.
    var html: HTML { listTemplate.render(["sends": .list(map(\.row))]) }
}

extension SendLog.Entry {
    fileprivate var row: TemplateScope {
        [
            "result": .text(broadcast.map { "Broadcast to \($0.recipients.devices)" } ?? result),
            "recipient": .text(recipient),
            "link": broadcast.map { _ in .text("/admin/broadcasts/\(id)") },
            "moment": .text(at.rfc3339),
            "at": .text(at.worded),
            "reasons": .list(reasons.map { ["reason": .text($0)] }),
        ]
    }

    private var recipient: String {
        if let broadcast { return "\(broadcast.audience.worded) on \((broadcast.platforms ?? .all).words)" }
        return user.map { "to the user \($0.masked)" } ?? "to \(device ?? "a device")"
    }

    /// `2 sent, 1 failed, 1 gone`.
    private var result: String {
        let parts = [(sent, "sent"), (failed, "failed"), (invalidToken, "gone")].filter { $0.0 > 0 }
        return parts.isEmpty ? "No device" : parts.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
    }

    /// Why devices did not get it, those alike together.
    private var reasons: [String] {
        var counts: [String: Int] = [:]
        for outcome in outcomes where outcome.status != .sent {
            counts[outcome.platform.sentence(onFailing: outcome.reason), default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { $0.value == 1 ? $0.key : "\($0.key) (\($0.value.grouped) times)" }
    }
}

extension String {
    /// Enough of what an app calls a user to know it again, for whoever knows it.
    var masked: String { count <= 6 ? self : "\(prefix(4))…" }
}
