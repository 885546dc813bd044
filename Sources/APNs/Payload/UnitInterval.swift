import JSON

/// A number from 0 to 1: the volume of a critical sound, or how relevant a notification is.
public struct UnitInterval: Hashable, Sendable {
    /// The number.
    public let value: Double

    /// Takes a number; those outside, and NaN, are refused.
    public init(_ value: Double) throws(APNsRefusal) {
        guard (0...1).contains(value) else { throw .notBetweenZeroAndOne(value) }
        self.value = value
    }

    private init(checked value: Double) {
        self.value = value
    }

    /// The least.
    public static let zero = UnitInterval(checked: 0)
    /// The most.
    public static let one = UnitInterval(checked: 1)

    var json: JSONValue {
        // Finite by construction, so there is always a number.
        JSONNumber(value).map(JSONValue.number) ?? .null
    }
}
