import APNs
import Foundation
import WorkersKV

/// What a walk needs to know of a token's record, read from the stored bytes without a copy.
struct TokenGlance: Hashable, Sendable {
    let pro: Bool
    let environment: APNsEnvironment?
    let platform: DevicePlatform

    init(pro: Bool, environment: APNsEnvironment?, platform: DevicePlatform = .ios) {
        self.pro = pro
        self.environment = environment
        self.platform = platform
    }

    /// Looks at a value; nil when it is no record of a token.
    ///
    /// Records that Pushy wrote itself are recognised by their bytes; others, an import's for example, are read as JSON.
    init?(_ value: RawSpan) {
        let glance = value.withUnsafeBytes { bytes -> TokenGlance? in
            if let glance = Self.ownForm(bytes) { return glance }
            // What cannot be read belongs to no audience; the registry counts and names it, a walk passes over it.
            guard let record = try? TokenRecord(Array(bytes)) else { return nil }
            return TokenGlance(pro: record.pro, environment: record.environment, platform: record.platform)
        }
        guard let glance else { return nil }
        self = glance
    }

    /// Looks at a device of any service; nil when key and value are not those of one.
    init?(key: RawSpan, value: RawSpan) {
        guard let glance = TokenGlance(value) else { return nil }
        if RecipientFilter.isToken(key) {
            // What stands under a token is reached by APNs, whatever else its record says.
            let platform = glance.platform.service == .apns ? glance.platform : .ios
            self.init(pro: glance.pro, environment: glance.environment, platform: platform)
        } else {
            guard let id = KeyName(utf8: key).flatMap({ DeviceID($0.text) }), id.service == glance.platform.service
            else { return nil }
            self = glance
        }
    }

    private static func ownForm(_ bytes: UnsafeRawBufferPointer) -> TokenGlance? {
        let pro = bytes.starts(with: #"{"pro":true,"registered":""#)
        guard pro || bytes.starts(with: #"{"pro":false,"registered":""#) else { return nil }
        let momentByteCount = "2026-11-30T05:00:00Z".utf8.count
        let head = #"{"pro":true,"registered":""#.utf8.count + (pro ? 0 : 1) + momentByteCount
        guard bytes.count > head else { return nil }
        let tail = UnsafeRawBufferPointer(rebasing: bytes[head...])
        if tail.equals(#""}"#) { return TokenGlance(pro: pro, environment: nil) }
        if tail.equals(#"","environment":"production"}"#) { return TokenGlance(pro: pro, environment: .production) }
        if tail.equals(#"","environment":"sandbox"}"#) { return TokenGlance(pro: pro, environment: .sandbox) }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount
            && UnsafeRawBufferPointer(rebasing: self[..<text.utf8CodeUnitCount]).equals(text)
    }

    fileprivate func equals(_ text: StaticString) -> Bool {
        guard let start = baseAddress, count == text.utf8CodeUnitCount else { return false }
        return memcmp(start, text.utf8Start, count) == 0
    }
}
