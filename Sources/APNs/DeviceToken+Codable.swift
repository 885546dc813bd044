extension DeviceToken: Codable {
    /// Reads the token from a text in any spelling that ``init(_:)`` takes.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the hexadecimal digits, all of them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
