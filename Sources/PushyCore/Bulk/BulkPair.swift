import APNs
import Foundation
import WorkersKV

/// A key with all that belongs to it, as a bulk file has it: what moves between a namespace of Cloudflare's and this store.
///
/// Source: `wrangler kv bulk put`; the same form as the REST API's bulk write.
public struct BulkPair: Hashable, Sendable {
    public let key: KeyName
    public let value: [UInt8]
    public let expiration: KVExpiration?
    public let metadata: KVMetadata?

    public init(key: KeyName, value: [UInt8], expiration: KVExpiration? = nil, metadata: KVMetadata? = nil) {
        self.key = key
        self.value = value
        self.expiration = expiration
        self.metadata = metadata
    }
}

extension BulkPair {
    /// Takes an object with `key` and `value`, and `base64`, `expiration`, `expiration_ttl` and `metadata` if they are there.
    ///
    /// A value that is no text stands for its own JSON: people write objects there.
    ///
    /// - Throws: ``BulkFault``, which says what is wrong with this pair.
    public init(_ json: JSONValue) throws(BulkFault) {
        guard case .string(let name) = json["key"] else { throw BulkFault("It has no \"key\" that is a text.") }
        guard let value = json["value"], value != .null else { throw BulkFault("It has no \"value\".") }
        do throws(KVRefusal) {
            key = try KeyName(name)
            metadata =
                if let json = json["metadata"], json != .null { try KVMetadata(json: json.written()) } else { nil }
        } catch {
            throw BulkFault(error.description)
        }
        self.value = try Self.bytes(of: value, isBase64: json["base64"] == .bool(true))
        expiration = KVExpiration(
            expiration: try Self.seconds("expiration", in: json),
            ttl: try Self.seconds("expiration_ttl", in: json)
        )
    }

    private static func bytes(of value: JSONValue, isBase64: Bool) throws(BulkFault) -> [UInt8] {
        guard case .string(let text) = value else { return value.written() }
        guard isBase64 else { return Array(text.utf8) }
        guard let bytes = Data(base64Encoded: text) else {
            throw BulkFault("Its value is not the base64 that it says it is.")
        }
        return Array(bytes)
    }

    private static func seconds(_ name: String, in json: JSONValue) throws(BulkFault) -> Int? {
        switch json[name] {
        case nil, .null: return nil
        case .number(let number):
            if let seconds = number.integer { return Int(seconds) }
            fallthrough
        default: throw BulkFault("Its \"\(name)\" is not a whole number of seconds.")
        }
    }
}

extension BulkPair {
    /// The pair as an object of a bulk file; bytes that are no text go as base64, and metadata as it is stored.
    public var json: [UInt8] {
        var object = JSONObject()
        object["key"] = .string(key.text)
        if let text = String(validating: value, as: UTF8.self) {
            object["value"] = .string(text)
        } else {
            object["value"] = .string(Data(value).base64EncodedString())
            object["base64"] = true
        }
        switch expiration {
        case .at(let unixSeconds): object["expiration"] = .integer(unixSeconds)
        case .after(let seconds): object["expiration_ttl"] = .integer(seconds)
        case nil: break
        }
        let members = JSONValue.object(object).written()
        guard let metadata else { return members }
        return members.dropLast() + Array(#","metadata":"#.utf8) + metadata.json + [UInt8(ascii: "}")]
    }
}
