import APNs

/// What a broadcast says: a notification of APNs with all that APNs knows, or one message for devices of every service.
public enum DraftMessage: Hashable, Sendable {
    /// Goes to devices at APNs alone.
    case notification(Message)
    /// Goes to devices of each service, or to those of some platforms.
    case everywhere(GatewayMessage, PlatformFilter)

    /// The members that were given, under the names of the API that took them.
    public var fields: JSONObject {
        switch self {
        case .notification(let message): message.fields
        case .everywhere(let message, _): message.fields
        }
    }

    /// The words that a device shows.
    public var shownAlert: Message.ShownAlert {
        switch self {
        case .notification(let message): return message.shownAlert
        case .everywhere(let message, _):
            var alert = Message.ShownAlert()
            (alert.title, alert.body) = (message.title, message.body)
            return alert
        }
    }

    /// The title, or what comes nearest to one.
    public var headline: String {
        switch self {
        case .notification(let message): return message.headline
        case .everywhere(let message, _):
            let words = [message.title, message.body].lazy.compactMap(\.self).first { !$0.isEmpty }
            return words ?? String(decoding: JSONValue.object(message.fields).written(), as: UTF8.self)
        }
    }

    /// What goes to each device, where all of them get the same.
    public var payload: APNsPayload? {
        if case .notification(let message) = self { message.payload } else { nil }
    }
}

extension DraftMessage {
    /// Whether it says the same for the same devices, in whatever order its members came.
    func says(_ other: DraftMessage) -> Bool {
        let isForSame =
            switch (self, other) {
            case (.notification, .notification): true
            case (.everywhere(_, let mine), .everywhere(_, let others)): mine == others
            case (.notification, .everywhere), (.everywhere, .notification): false
            }
        let (mine, others) = (fields.canonical, other.fields.canonical)
        return isForSame && JSONValue.object(mine).written() == JSONValue.object(others).written()
    }
}

extension DraftMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case everywhere, platforms
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            let platforms = try container.decodeIfPresent(PlatformFilter.self, forKey: .platforms)
            self = .everywhere(try container.decode(GatewayMessage.self, forKey: .everywhere), platforms ?? .all)
        } else {
            self = .notification(try Message(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .notification(let message): try message.encode(to: encoder)
        case .everywhere(let message, let platforms):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(message, forKey: .everywhere)
            if platforms != .all { try container.encode(platforms, forKey: .platforms) }
        }
    }
}
