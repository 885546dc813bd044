import APNs
import Foundation

extension TokenGlance {
    /// Looks at a record as Pushy writes it; nil where it is any other, which may be a record all the same.
    init?(ownForm bytes: UnsafeRawBufferPointer) {
        guard let form = OwnForm(bytes) else { return nil }
        self.init(pro: form.pro, environment: form.environment, platform: form.platform)
    }
}

extension TokenOrigin {
    /// The same for what a deletion is decided by.
    init?(ownForm bytes: UnsafeRawBufferPointer) {
        guard let form = OwnForm(bytes) else { return nil }
        environment = form.environment
        guard let text = form.registered else {
            registered = nil
            return
        }
        guard let moment = Date(wholeSeconds: text) else { return nil }
        registered = moment
    }
}

/// What a record says in the form in which Pushy writes it: it has no other members, each once at most and without a space,
/// and its texts have no escapes. In which order they stand is up to who wrote it, which may have been an import's owner.
private struct OwnForm {
    private(set) var pro = false
    private(set) var environment: APNsEnvironment?
    private(set) var platform = DevicePlatform.ios
    private(set) var registered: UnsafeRawBufferPointer?

    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = PlainReader(bytes)
        guard reader.take("{") else { return nil }
        var seen = Members()
        repeat {
            guard let member = takeMember(&reader), seen.insert(member).inserted else { return nil }
        } while reader.take(",")
        guard seen.contains(.pro), reader.isAtEnd("}") else { return nil }
    }

    private mutating func takeMember(_ reader: inout PlainReader) -> Members? {
        if reader.take(#""pro":true"#) {
            pro = true
            return .pro
        }
        if reader.take(#""pro":false"#) { return .pro }
        if reader.take(#""registered":""#) {
            registered = reader.takeText()
            return registered == nil ? nil : .registered
        }
        if reader.take(#""environment":"production""#) {
            environment = .production
            return .environment
        }
        if reader.take(#""environment":"sandbox""#) {
            environment = .sandbox
            return .environment
        }
        if reader.take(#""platform":""#) {
            guard let name = reader.takeText(),
                let known = DevicePlatform.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) })
            else { return nil }
            platform = known
            return .platform
        }
        if reader.take(#""user":""#) { return reader.takeText() == nil ? nil : .user }
        if reader.take(#""token":""#) { return reader.takeText() == nil ? nil : .token }
        if reader.take(#""vapid":""#) { return reader.takeText() == nil ? nil : .vapid }
        if reader.take(#""subscription":{"endpoint":""#) {
            let isWhole =
                reader.takeText() != nil && reader.take(#","keys":{"p256dh":""#) && reader.takeText() != nil
                && reader.take(#","auth":""#) && reader.takeText() != nil && reader.take("}}")
            return isWhole ? .subscription : nil
        }
        return nil
    }

    struct Members: OptionSet {
        let rawValue: UInt8

        static let registered = Members(rawValue: 1)
        static let environment = Members(rawValue: 2)
        static let platform = Members(rawValue: 4)
        static let user = Members(rawValue: 8)
        static let token = Members(rawValue: 16)
        static let vapid = Members(rawValue: 32)
        static let subscription = Members(rawValue: 64)
        static let pro = Members(rawValue: 128)
    }
}

/// Goes through bytes that are expected to be certain ones.
private struct PlainReader {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    /// Passes over a text, if it comes next.
    mutating func take(_ text: StaticString) -> Bool {
        guard begins(with: text) else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[text.utf8CodeUnitCount...])
        return true
    }

    /// Whether this comes next, and nothing after it.
    func isAtEnd(_ text: StaticString) -> Bool {
        rest.count == text.utf8CodeUnitCount && begins(with: text)
    }

    /// Takes the rest of a JSON string, and passes over its closing quote. Whatever is more than printable ASCII would have
    /// to be looked at closely.
    mutating func takeText() -> UnsafeRawBufferPointer? {
        guard let start = rest.baseAddress, let quote = memchr(start, Int32(UInt8(ascii: "\"")), rest.count) else {
            return nil
        }
        let text = UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(quote) - start)
        // All bytes, and no branch: so it is done a vector at a time.
        let strays = text.reduce(0 as UInt8) { strays, byte in
            let isUnprintable: UInt8 = byte &- 0x20 < 0x5f ? 0 : 1
            let isEscape: UInt8 = byte == UInt8(ascii: "\\") ? 1 : 0
            return strays | isUnprintable | isEscape
        }
        guard strays == 0 else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: rest[(text.count + 1)...])
        return text
    }

    private func begins(with text: StaticString) -> Bool {
        guard let start = rest.baseAddress, rest.count >= text.utf8CodeUnitCount else { return false }
        return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
