import HTTP2

/// What goes wrong, and for which requests. Of several rules the first that applies to a request decides.
///
/// Rules apply to requests that pass the checks: a malformed request is refused as ever.
public struct SimulatorRules: Sendable {
    /// The rules, the first that applies first.
    public var rules: [SimulatorRule]
    /// What the random choices begin with: the same seed makes the same choices in the same order of requests.
    public var seed: UInt64

    /// Rules; without any, nothing goes wrong.
    public init(_ rules: [SimulatorRule] = [], seed: UInt64 = 1) {
        self.rules = rules
        self.seed = seed
    }
}

/// One thing that goes wrong. A request must meet every condition that is set.
public struct SimulatorRule: Sendable {
    /// The device token begins with this, in hexadecimal digits of either case.
    public var tokenPrefix: String?
    /// The device token ends with this, in hexadecimal digits of either case.
    public var tokenSuffix: String?
    /// The connection has this number, from 1 in the order of their coming.
    public var connection: Int?
    /// So many requests that meet the conditions above are let pass before the rule begins.
    public var after = 0
    /// Of the requests from then on, each so-many-th: 1 is all of them, 3 the third, the sixth and so on.
    public var every = 1
    /// Of those, this share, by chance: 0 to 1.
    public var rate = 1.0
    /// After so many times the rule is used up; nothing is never.
    public var times: Int?
    /// How much later than usual the request is answered.
    public var delay = Duration.zero
    /// What happens.
    public var effect: Effect

    /// A rule for every request; set what it should be narrowed to.
    public init(_ effect: Effect) {
        self.effect = effect
    }

    /// What happens to a request.
    public enum Effect: Sendable {
        /// What would happen anyway; with a delay, later.
        case ordinary
        /// An answer as Apple's, with a reason. The timestamp, in milliseconds since the epoch, belongs to 410; one that
        /// names none gets the moment of the answer.
        case refuse(status: Int, reason: String, timestamp: Int64? = nil, retryAfterSeconds: Int? = nil)
        /// An answer with any body.
        case answer(status: Int, body: [UInt8])
        /// The stream is reset.
        case reset(HTTP2ErrorCode)
        /// GOAWAY; a request up to the last stream is answered as ever, others are not processed.
        case goAway(lastStream: LastStream, reason: String = "Shutdown")
        /// The connection is cut.
        case drop
        /// The connection is cut in the middle of the answer.
        case dropInAnswer
        /// No answer, ever.
        case silence
        /// The connection's stream limit changes, and the request is answered as ever.
        case streamLimit(UInt32)
    }

    /// The last stream that a GOAWAY counts as processed.
    public enum LastStream: Hashable, Sendable {
        /// None of the connection's.
        case none
        /// The one before the request's.
        case before
        /// The request's.
        case this
        /// A number.
        case number(Int32)
    }
}

extension SimulatorRule {
    /// A refusal by a reason of Apple's, with its status.
    public static func refuse(_ reason: APNsReason, timestamp: Int64? = nil) -> SimulatorRule {
        SimulatorRule(.refuse(status: reason.status, reason: reason.rawValue, timestamp: timestamp))
    }

    /// The same rule, for tokens with a prefix.
    public func forTokens(beginningWith prefix: String) -> SimulatorRule {
        var rule = self
        rule.tokenPrefix = prefix
        return rule
    }

    /// The same rule, for tokens with a suffix.
    public func forTokens(endingWith suffix: String) -> SimulatorRule {
        var rule = self
        rule.tokenSuffix = suffix
        return rule
    }

    /// The same rule, so many times.
    public func times(_ count: Int) -> SimulatorRule {
        var rule = self
        rule.times = count
        return rule
    }

    /// The same rule, after so many requests.
    public func after(_ count: Int) -> SimulatorRule {
        var rule = self
        rule.after = count
        return rule
    }
}
