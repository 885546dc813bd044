import PushyCore

extension Message {
    private static let template = Template(PackageResources.message_html)

    /// The message as it will read, and the payload that goes out.
    var html: HTML {
        let alert = payload.alert
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

extension APNsPayload {
    /// What a device shows of the payload, from whichever fields it was made.
    ///
    /// Source: Apple, "Generating a remote notification": `alert` is a text or an object.
    fileprivate var alert: (title: String?, subtitle: String?, body: String?) {
        switch value["aps"]?["alert"] {
        case .string(let body): (nil, nil, body)
        case .object(let alert): (Self.text(alert["title"]), Self.text(alert["subtitle"]), Self.text(alert["body"]))
        default: (nil, nil, nil)
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }
}
