import Foundation

/// Where a list goes on: after a key.
///
/// It says nothing else, so keys that come and go between two pages do no harm, and the limit may change. Clients
/// are to send it back as it came: its text is opaque, Base64 of a version and the key's bytes.
///
/// Source: Workers KV, listing keys.
public struct ListCursor: Hashable, Sendable {
    /// The last key of the page before.
    public let key: KeyName

    /// The cursor of the page that begins after the key.
    public init(after key: KeyName) {
        self.key = key
    }

    /// Takes a cursor as a client sends it back.
    ///
    /// - Throws: ``KVRefusal/malformedCursor``.
    public init(_ text: String) throws(KVRefusal) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding), data.first == Self.version else {
            throw .malformedCursor
        }
        guard let name = String(validating: data.dropFirst(), as: UTF8.self), let key = try? KeyName(name) else {
            throw .malformedCursor
        }
        self.key = key
    }

    /// The text for clients, fit for a URL's query.
    public var text: String {
        let data = Data([Self.version] + key.bytes)
        return data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static let version: UInt8 = 1
}
