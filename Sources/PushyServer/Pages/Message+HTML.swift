import PushyCore

extension Message {
    private static let template = Template(PackageResources.message_html)

    /// The message as it will read, and the payload that goes out.
    var html: HTML {
        Self.template.render([
            "title": text(of: "title"),
            "subtitle": text(of: "subtitle"),
            "body": text(of: "body"),
            "byteCount": .text(payload.byteCount.grouped),
            "byteLimit": .text(payload.pushType.maximumPayloadByteCount.grouped),
            "payload": .text(payload.text),
        ])
    }

    private func text(of field: String) -> TemplateValue? {
        guard case .string(let text) = fields[field] else { return nil }
        return .text(text)
    }
}
