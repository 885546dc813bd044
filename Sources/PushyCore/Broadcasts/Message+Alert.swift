import APNs

extension Message {
    /// The words that a device shows; nil where the message has none.
    public struct ShownAlert: Hashable, Sendable {
        public var title: String?
        public var subtitle: String?
        public var body: String?

        /// No words.
        public init() {}
    }

    /// What a device shows of the payload, whether it was composed of fields or given whole.
    public var shownAlert: ShownAlert {
        // The payload was checked when it was made.
        ShownAlert(of: (try? JSONValue(reading: payload.json)) ?? .null)
    }

    /// The title, or what comes nearest to one.
    public var headline: String {
        let alert = shownAlert
        return [alert.title, alert.body, alert.subtitle].lazy.compactMap(\.self).first { !$0.isEmpty } ?? payload.text
    }
}

extension Message.ShownAlert {
    /// What a device shows of a payload.
    ///
    /// Source: Apple, "Generating a remote notification": `alert` is a text or an object.
    init(of payload: JSONValue) {
        self.init()
        switch payload["aps"]?["alert"] {
        case .string(let text): body = text
        case .object(let alert):
            title = alert.text("title")
            subtitle = alert.text("subtitle")
            body = alert.text("body")
        default: break
        }
    }
}

extension JSONObject {
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text) = self[name] else { return nil }
        return text
    }
}
