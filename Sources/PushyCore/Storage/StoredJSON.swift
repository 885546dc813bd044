import Foundation
import WorkersKV

/// A record of the service's own that is kept as JSON in the store.
protocol StoredJSON: Codable {}

extension StoredJSON {
    /// Reads a stored record; nil when the bytes are none, as after a downgrade.
    init?(json: RawSpan) {
        let data = json.withUnsafeBytes { Data($0) }
        guard let value = try? Self.decoder.decode(Self.self, from: data) else { return nil }
        self = value
    }

    /// The record as it is stored.
    var json: [UInt8] {
        get throws(KVError) {
            do {
                return Array(try Self.encoder.encode(self))
            } catch {
                throw .unavailable("A \(Self.self) cannot be written as JSON: \(error)")
            }
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return encoder
    }
}

extension Broadcast: StoredJSON {}
extension PendingDeletions.Entry: StoredJSON {}
