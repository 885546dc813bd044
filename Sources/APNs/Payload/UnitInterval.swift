/// A number from 0 to 1: the volume of a critical sound, or how relevant a notification is.
public struct UnitInterval: Hashable, Sendable {
    public let value: Double

    public init(_ value: Double) throws(APNsRefusal) {
        guard (0...1).contains(value) else { throw .notBetweenZeroAndOne(value) }
        self.value = value
    }

    private init(checked value: Double) {
        self.value = value
    }

    public static let zero = UnitInterval(checked: 0)
    public static let one = UnitInterval(checked: 1)

    var json: JSONValue {
        // Finite by construction, so there is always a number.
        JSONNumber(value).map(JSONValue.number) ?? .null
    }
}
