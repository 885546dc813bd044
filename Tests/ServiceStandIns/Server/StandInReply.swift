import HTTP2

/// What a stand-in does about a request.
public enum StandInReply: Sendable {
    /// A whole answer.
    case answer(Int, fields: [HeaderField] = [], body: [UInt8] = [])
    /// The answer 200, but only once the test says so.
    case hold
    /// No answer, ever.
    case silence
    /// The stream is reset.
    case reset(HTTP2ErrorCode)
    /// GOAWAY: this request was not looked at, those before it are answered.
    case goAway(debugData: String = "")
    /// The connection is cut.
    case drop
    /// The connection is cut within the answer.
    case dropInAnswer
}

extension StandInReply {
    /// An answer with a body of JSON.
    public static func json(_ status: Int, _ text: String, fields: [HeaderField] = []) -> StandInReply {
        .answer(status, fields: [HeaderField("content-type", "application/json")] + fields, body: Array(text.utf8))
    }
}
