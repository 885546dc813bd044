import Foundation
import Testing
import WorkersKV

@Suite("A refusal")
struct KVRefusalTests {
    static let period = BudgetPeriod(.day, index: 0)

    static let texts: [(KVRefusal, Int?, String)] = [
        (.emptyKey, nil, "Key name cannot be empty."),
        (.reservedKey("."), nil, "\".\" is not allowed as a key name."),
        (.keyTooLong(byteCount: 513), 414, "UTF-8 encoded length of 513 exceeds key length limit of 512."),
        (.valueTooLong(byteCount: 26_214_401), 413, "Value length of 26214401 exceeds limit of 26214400."),
        (.metadataTooLong(byteCount: 1025), 413, "Metadata length of 1025 exceeds limit of 1024."),
        (
            .ttlNotPositive(seconds: 0), 400,
            "Invalid expiration_ttl of 0. Please specify integer greater than 0."
        ),
        (.ttlTooShort(seconds: 30), 400, "Invalid expiration_ttl of 30. Expiration TTL must be at least 60."),
        (
            .expirationPassed(unixSeconds: 5), 400,
            "Invalid expiration of 5. Please specify integer greater than the current number of seconds since the UNIX epoch."
        ),
        (
            .expirationTooSoon(unixSeconds: 5), 400,
            "Invalid expiration of 5. Expiration times must be at least 60 seconds in the future."
        ),
        (
            .listLimitTooHigh(1001), 400,
            "Invalid key_count_limit of 1001. Please specify an integer less than 1000."
        ),
        (.listLimitTooLow(0), 400, "Invalid key_count_limit of 0. Please specify an integer greater than 0."),
        (.tooManyKeys, 400, "You can request a maximum of 100 keys"),
        (.noKeys, 400, "You must request a minimum of 1 key"),
        (.tooManyRequests, 429, "Too Many Requests"),
        (.budgetSpent(.writes, period), nil, "KV put() limit exceeded for the day."),
        (.budgetSpent(.deletes, period), nil, "KV delete() limit exceeded for the day."),
        (.budgetSpent(.reads, period), nil, "KV get() limit exceeded for the day."),
        (.budgetSpent(.lists, period), nil, "KV list() limit exceeded for the day."),
    ]

    @Test("says exactly what Workers KV says", arguments: texts)
    func text(refusal: KVRefusal, status: Int?, text: String) {
        #expect(refusal.description == text)
        #expect(refusal.status == status)
        #expect(KVError.refused(refusal).description == text)
    }
}
