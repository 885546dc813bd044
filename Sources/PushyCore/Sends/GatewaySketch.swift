import APNs
import FCM
import Foundation
import WebPush

/// A message for devices of every service while it is being written: what each service would get, and how large that is,
/// even when it is too large.
public struct GatewaySketch: Sendable {
    /// What one service would get.
    public struct Part: Sendable {
        public let service: PushServiceKind
        /// What is sent, as JSON; empty where nothing can be made of the message.
        public let payload: String
        /// The size that the service counts; nil where nothing can be made of the message.
        public let byteCount: Int?
        /// The largest size that the service takes.
        public let byteLimit: Int
        /// The words that a device shows.
        public let alert: Message.ShownAlert
        /// Whether it wakes the app alone, and shows nothing.
        public let isSilent: Bool
        /// Why the service would not take it.
        public let fault: DraftFault?
    }

    /// A part for each service.
    public let parts: [Part]

    /// Takes the fields of a message; those that are not a message's are left alone.
    ///
    /// - Throws: ``DraftFault`` when it is no message for any service.
    public init(_ fields: JSONObject, at moment: Date) throws(DraftFault) {
        let message = try GatewayMessage(fields)
        parts = PushServiceKind.allCases.map { service in
            switch service {
            case .apns: Part(apns: message, at: moment)
            case .fcm: Part(fcm: message)
            case .webPush: Part(webPush: message)
            }
        }
    }

    /// The part of a service.
    public func part(of service: PushServiceKind) -> Part? { parts.first { $0.service == service } }
}

extension GatewaySketch.Part {
    private init(
        _ service: PushServiceKind,
        _ payload: String,
        byteCount: Int?,
        of byteLimit: Int,
        alert: Message.ShownAlert = Message.ShownAlert(),
        isSilent: Bool = false,
        fault: DraftFault?
    ) {
        self.service = service
        self.payload = payload
        self.byteCount = byteCount
        self.byteLimit = byteLimit
        self.alert = alert
        self.isSilent = isSilent
        self.fault = fault
    }

    fileprivate init(apns message: GatewayMessage, at moment: Date) {
        let sketch: MessageSketch
        do throws(DraftFault) {
            sketch = try MessageSketch(message.apnsFields(at: moment))
        } catch {
            self.init(.apns, "", byteCount: nil, of: APNsPushType.alert.maximumPayloadByteCount, fault: error)
            return
        }
        self.init(
            .apns,
            sketch.payload,
            byteCount: sketch.byteCount,
            of: sketch.byteLimit,
            alert: sketch.alert,
            isSilent: sketch.isBackground,
            fault: DraftFault.of { () throws(DraftFault) in _ = try message.apnsMessage(at: moment) }
        )
    }

    fileprivate init(fcm message: GatewayMessage) {
        let members = message.fcmMembers
        let notification: JSONObject? =
            if case .object(let object) = members["notification"] { object } else { nil }
        let (payload, byteCount, fault): (JSONObject, Int?, DraftFault?)
        do throws(FCMRefusal) {
            let checked = try FCMMessage(members)
            (payload, byteCount, fault) = (checked.members, checked.byteCount, nil)
        } catch {
            payload = members
            byteCount = if case .tooLarge(let count) = error { count } else { nil }
            fault = DraftFault(field: "fcm", reason: error.description)
        }
        self.init(
            .fcm,
            payload.text,
            byteCount: byteCount,
            of: FCMMessage.maximumByteCount,
            alert: Message.ShownAlert(notification),
            isSilent: notification == nil,
            fault: fault
        )
    }

    fileprivate init(webPush message: GatewayMessage) {
        let limit = EncryptedMessage.maximumPlaintextByteCount
        let payload: JSONObject
        do throws(DraftFault) {
            payload = try message.webPushDelivery().payload
        } catch {
            self.init(.webPush, "", byteCount: nil, of: limit, fault: error)
            return
        }
        let text = payload.text
        let byteCount = text.utf8.count
        let notification: JSONObject? =
            if case .object(let object) = payload["notification"] { object } else { nil }
        let excess = MessageFault.tooLong(byteCount: byteCount)
        self.init(
            .webPush,
            text,
            byteCount: byteCount,
            of: limit,
            alert: Message.ShownAlert(notification),
            fault: byteCount > limit ? DraftFault(field: "webpush", reason: excess.description) : nil
        )
    }
}

extension JSONObject {
    /// The object as it is sent.
    fileprivate var text: String { String(decoding: JSONValue.object(self).written(), as: UTF8.self) }
}

extension Message.ShownAlert {
    /// What a notification of Android or of a browser shows.
    fileprivate init(_ notification: JSONObject?) {
        self.init()
        if case .string(let text) = notification?["title"] { title = text }
        if case .string(let text) = notification?["body"] { body = text }
    }
}

extension DraftFault {
    /// What is wrong with what a body makes, if it is anything.
    static func of(_ body: () throws(DraftFault) -> Void) -> DraftFault? {
        do throws(DraftFault) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
