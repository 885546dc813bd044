import PushyCore

extension DraftMessage {
    private static let template = Template(PackageResources.message_html)

    /// The message as it will read, and the payload that goes out.
    var html: HTML {
        let alert = shownAlert
        let text = payload?.text ?? String(decoding: JSONValue.object(fields).written(), as: UTF8.self)
        return Self.template.render([
            "title": alert.title.map(TemplateValue.text),
            "subtitle": alert.subtitle.map(TemplateValue.text),
            "body": alert.body.map(TemplateValue.text),
            "byteCount": .text(text.utf8.count.grouped),
            "byteLimit": .text((payload?.pushType ?? .alert).maximumPayloadByteCount.grouped),
            "payload": .text(text),
        ])
    }
}
