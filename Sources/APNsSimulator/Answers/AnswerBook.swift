import HTTP2

/// The answers that recur, laid out once for all connections.
struct AnswerBook: Sendable {
    /// 200 with an `apns-id` and no body.
    static let accepted = PreparedResponse(status: 200, varyingField: "apns-id")

    private static let refusals = APNsReason.allCases.map { reason in
        refusal(status: reason.status, reason: reason.rawValue)
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: APNsReason.allCases.enumerated().map { ($1, $0) }
    )

    /// The answer that refuses for a reason.
    static func refusal(_ reason: APNsReason) -> PreparedResponse {
        refusals[places[reason, default: 0]]
    }

    /// An answer with a body as Apple's. A timestamp is in milliseconds since the epoch, and for 410 alone.
    static func refusal(
        status: Int,
        reason: String,
        timestamp: Int64? = nil,
        retryAfter: Int? = nil
    ) -> PreparedResponse {
        let time = timestamp.map { #","timestamp":\#($0)"# } ?? ""
        let body = #"{"reason":\#(JSONText.quoted(reason))\#(time)}"#
        return PreparedResponse(
            status: status,
            fields: retryAfter.map { [HeaderField("retry-after", String($0))] } ?? [],
            varyingField: "apns-id",
            body: Array(body.utf8)
        )
    }

    /// An answer whose body is whatever it is.
    static func answer(status: Int, body: [UInt8]) -> PreparedResponse {
        PreparedResponse(status: status, varyingField: "apns-id", body: body)
    }
}
