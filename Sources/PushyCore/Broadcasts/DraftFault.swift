import APNs

/// What is wrong with a draft: the field, and a sentence for whoever filled it in.
public struct DraftFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field's name as the API spells it.
    public let field: String
    /// What is wrong and what to do.
    public let reason: String

    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }

    /// The field that a refusal is about.
    static func field(of refusal: APNsRefusal) -> String {
        switch refusal {
        case .topicEmpty, .topicNotPlain: "topic"
        case .collapseIDEmpty, .collapseIDTooLong, .collapseIDNotPlain: "collapseId"
        case .expirationBefore1970: "expiration"
        case .backgroundPriority: "priority"
        case .backgroundWithoutContentAvailable, .backgroundTellsThePerson: "pushType"
        case .nothingToTell: "body"
        case .reservedCustomKey: "data"
        case .notBetweenZeroAndOne: "relevanceScore"
        case .imageNotHTTPS: "image"
        case .payloadEmpty, .payloadNotJSON, .payloadNotAnObject, .apsMissing, .apsNotAnObject, .payloadTooLarge:
            "payload"
        }
    }
}
