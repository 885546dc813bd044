import HTTPClient

/// Where FCM listens: Google's host, or a stand-in.
public struct FCMEndpoint: Hashable, Sendable {
    /// Google's.
    public static let google = FCMEndpoint(checked: "https://fcm.googleapis.com")

    let base: String

    /// Takes a base address such as `https://localhost:8443`; https, and without a path.
    public init(url text: String) throws(Invalid) {
        guard let address = HTTPAddress(text), address.scheme == "https", !address.hasUserInfo,
            text.lowercased().drop(while: { $0 != ":" }).dropFirst("://".count).allSatisfy({ !"/?#".contains($0) })
        else { throw Invalid(text: text) }
        base = address.origin
    }

    private init(checked base: String) {
        self.base = base
    }

    /// Why a text is no address of FCM.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// As it was given.
        public let text: String

        public var description: String {
            "\"\(text)\" is no address of FCM: give https://, a host and perhaps a port, and nothing else."
        }
    }
}
