extension StringProtocol {
    /// Nothing but the digits 0 to 9, at least one: `Int` would take a sign as well.
    var isDecimal: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
