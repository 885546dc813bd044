import APNs
import Foundation
import WorkersKV

/// Where and when a token was registered: what a 410 is held against.
struct TokenOrigin: Hashable, Sendable {
    /// nil when the app never named one.
    let environment: APNsEnvironment?
    /// nil when the record does not say it.
    let registered: Date?

    init(_ record: TokenRecord) {
        environment = record.environment
        registered = record.registered
    }

    /// Looks at a value, as ``TokenGlance`` does; nil when it is no record of a token.
    init?(_ value: RawSpan) {
        let origin = value.withUnsafeBytes { bytes -> TokenOrigin? in
            if let origin = TokenOrigin(ownForm: bytes) { return origin }
            // What cannot be read is no token, and stays as it is.
            return (try? TokenRecord(Array(bytes))).map { TokenOrigin($0) }
        }
        guard let origin else { return nil }
        self = origin
    }
}
