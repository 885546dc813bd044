/// Why a service refused a message for good.
public struct WebPushRejection: Hashable, Sendable {
    /// The status, such as 413.
    public let status: Int
    /// What the service says about it, if it is short and printable.
    public let detail: String

    /// Longer words come from something else than the service.
    private static let maximumDetailByteCount = 256

    init(status: Int, body: [UInt8]) {
        self.status = status
        let isPlain = body.count <= Self.maximumDetailByteCount && body.allSatisfy { (0x20...0x7e).contains($0) }
        detail = isPlain ? String(decoding: body, as: UTF8.self) : ""
    }
}

extension WebPushRejection {
    /// The status in a word, the same for every refusal of a kind: what counts are kept by.
    public var name: String { "HTTP \(status)" }

    /// Whether every message by this identity will be refused until its subject or keys are mended.
    public var isAboutIdentity: Bool { status == 401 || status == 403 }
}

extension WebPushRejection: CustomStringConvertible {
    public var description: String {
        let advice =
            switch status {
            case 401, 403:
                "It does not accept the VAPID identity: check subject and clock, and which key the browser subscribed with."
            case 413: "The message is too long for it: shorten the text or take less padding."
            default: "Look the status up in the service's documentation."
            }
        let words = detail.isEmpty ? "" : " (\(detail))"
        return "The push service answered \(status)\(words). \(advice)"
    }
}
