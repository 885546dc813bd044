import HTTP2

/// The fields of a request that count, by their index in what a session keeps.
enum RequestField {
    static let method = 0
    static let path = 1
    static let authorization = 2
    static let topic = 3
    static let pushType = 4
    static let identifier = 5
    static let expiration = 6
    static let priority = 7
    static let collapseID = 8

    static let names = FieldNames(
        ":method",
        ":path",
        "authorization",
        "apns-topic",
        "apns-push-type",
        "apns-id",
        "apns-expiration",
        "apns-priority",
        "apns-collapse-id"
    )

    static let all = method...collapseID

    /// What the path of a notification begins with; the device token follows.
    static let devicePath: StaticString = "/3/device/"

    /// Where in a path the device token begins.
    static let tokenStart = devicePath.utf8CodeUnitCount
}
