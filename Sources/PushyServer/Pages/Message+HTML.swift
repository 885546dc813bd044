import PushyCore

extension Message {
    private static let template = Template(PackageResources.message_html)

    /// The message as it will read, and the payload that goes out.
    var html: HTML {
        let alert = shownAlert
        return Self.template.render([
            "title": alert.title.map(TemplateValue.text),
            "subtitle": alert.subtitle.map(TemplateValue.text),
            "body": alert.body.map(TemplateValue.text),
            "byteCount": .text(payload.byteCount.grouped),
            "byteLimit": .text(payload.pushType.maximumPayloadByteCount.grouped),
            "payload": .text(payload.text),
        ])
    }
}
