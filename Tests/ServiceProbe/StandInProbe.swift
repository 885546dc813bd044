import JSON
import PushCrypto
import ServiceStandIns

/// An FCM and a push service that a server in another process sends to: there from the first request that asks for them to
/// the end of this process.
enum StandInProbe {
    private static let fcm = Result { try FCMStandIn() }
    private static let push = Result { try PushServiceStandIn() }

    /// Where both are, and what a server needs to be told of them.
    static func open() throws -> JSONValue {
        let (fcm, push) = (try fcm.get(), try push.get())
        let authorities = fcm.server.authorityText + push.server.authorityText
        return [
            "fcm": .string(fcm.server.url), "account": fcm.account, "host": .string(push.hostEntry),
            "authorities": .string(String(decoding: authorities, as: UTF8.self)),
        ]
    }

    /// The subscription of a browser whose keys the other side holds.
    static func subscribe(_ request: ProbeRequest) throws -> JSONValue {
        let key = try P256.AgreementKey(scalar: request.bytes("key"))
        let secret = try request.bytes("secret")
        return ["subscription": try push.get().subscribe(request.text("name"), key: key, secret: secret)]
    }

    /// Has each service call a device dead from now on.
    static func bury(_ request: ProbeRequest) throws -> JSONValue {
        try fcm.get().fail(request.text("token"), .unregistered)
        try push.get().fail(request.text("browser"), .answer(410))
        return [:]
    }

    /// What came.
    static func received() throws -> JSONValue {
        let pushes = try push.get().server.requests.map { request -> JSONValue in
            [
                "path": .string(request.path), "body": .string(Base64URL.encode(request.body)),
                "fields": .object(fields(request.fields)),
            ]
        }
        return ["messages": .array(try fcm.get().messages), "pushes": .array(pushes)]
    }

    private static func fields(_ fields: [String: String]) -> JSONObject {
        var object = JSONObject()
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
        return object
    }
}
