import APNs

/// An object within a stored record, as a text of JSON: unlike Foundation's coders that keeps the order of the members and
/// each number's digits.
extension JSONObject {
    init(textFrom decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard case .object(let object) = try JSONValue(reading: Array(container.decode(String.self).utf8)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is no JSON object.")
        }
        self = object
    }

    func encode(asTextTo encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: JSONValue.object(self).written(), as: UTF8.self))
    }
}
