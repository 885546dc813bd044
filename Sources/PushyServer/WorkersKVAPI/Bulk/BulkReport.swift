/// What a bulk write or delete came to.
struct BulkReport: Sendable {
    var successfulKeyCount = 0
    var unsuccessfulKeys: [String] = []

    static func += (left: inout BulkReport, right: BulkReport) {
        left.successfulKeyCount += right.successfulKeyCount
        left.unsuccessfulKeys += right.unsuccessfulKeys
    }

    var json: JSONText {
        [
            "successful_key_count": .integer(successfulKeyCount),
            "unsuccessful_keys": .array(unsuccessfulKeys.map { .string($0) }),
        ]
    }
}
