/// A namespace as it lies in the engine under its id: its number, then its title.
struct NamespaceRow {
    let number: UInt32
    let title: String

    init(number: UInt32, title: String) {
        self.number = number
        self.title = title
    }

    init?(_ bytes: RawSpan) {
        guard let number = UInt32(bigEndianBytes: bytes) else { return nil }
        let title = bytes.extracting(4..<bytes.byteCount).copied()
        self.number = number
        self.title = String(decoding: title, as: UTF8.self)
    }

    var bytes: [UInt8] { number.bigEndianBytes + Array(title.utf8) }
}
