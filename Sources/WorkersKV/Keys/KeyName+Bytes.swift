extension KeyName {
    /// Takes the bytes of a key as a walk hands them out; nil when they are no legal name.
    public init?(utf8 bytes: RawSpan) {
        let text = bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let text, let name = try? KeyName(text) else { return nil }
        self = name
    }

    /// The name's bytes, by which keys are ordered.
    public var bytes: [UInt8] { Array(text.utf8) }
}
