import APNs

/// What stands in one place of a bulk file: a pair, or something that is none.
public struct BulkElement: Sendable {
    /// Its place in the file, counted from 1.
    public let place: Int
    /// The pair, or why it is none.
    public let pair: Result<BulkPair, BulkFault>
    /// Its JSON as it stands in the file; a member of an object has become `{"key": …, "value": …}`.
    let text: [UInt8]

    init(place: Int, text: [UInt8]) {
        self.place = place
        self.text = text
        pair = Result { () throws(BulkFault) in try Self.pair(text) }
    }

    private static func pair(_ text: [UInt8]) throws(BulkFault) -> BulkPair {
        let json: JSONValue
        do throws(JSONFault) {
            json = try JSONValue(reading: text)
        } catch {
            throw BulkFault("It is not JSON: \(error)")
        }
        guard case .object(var members) = json else { throw BulkFault("It has no \"key\" that is a text.") }
        // A list of keys names them so, and has their metadata without their values.
        if members["key"] == nil { members["key"] = members["name"] }
        if members["value"] == nil, members["metadata"] != nil { members["value"] = "" }
        return try BulkPair(.object(members))
    }
}

extension BulkElement {
    /// The element as it goes into a file of what was left out: the file can be mended and imported again.
    public func rejected(because reason: String) -> JSONValue {
        var members: JSONObject
        switch try? JSONValue(reading: text) {
        case .object(let object): members = object
        case let value?:
            members = JSONObject()
            members["element"] = value
        case nil:
            members = JSONObject()
            members["text"] = .string(String(decoding: text, as: UTF8.self))
        }
        members["reason"] = .string(reason)
        return .object(members)
    }
}
