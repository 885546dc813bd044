import Foundation
import PushyCore

/// JSON that is put together from parts, some of which are JSON already: metadata goes out as it came in.
struct JSONText: Sendable {
    /// The JSON in UTF-8.
    let bytes: [UInt8]

    init(_ value: JSONValue) {
        bytes = value.written()
    }

    /// Takes bytes that were checked to be JSON.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes bytes if they are JSON; blanks, repeated names and numbers of any length stay as they are.
    init?(checking bytes: [UInt8]) {
        // The parser would also take UTF-16, which cannot stand within UTF-8.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil,
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        else { return nil }
        self.bytes = bytes
    }

    /// Values in their order.
    static func array(_ elements: some Sequence<JSONText>) -> JSONText {
        var bytes = [UInt8(ascii: "[")]
        for element in elements {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += element.bytes
        }
        bytes.append(UInt8(ascii: "]"))
        return JSONText(checked: bytes)
    }

    /// Members in their order; one without a value is left out.
    static func object(_ members: some Sequence<(key: String, value: JSONText?)>) -> JSONText {
        var bytes = [UInt8(ascii: "{")]
        for case (let name, let value?) in members {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += JSONValue.string(name).written()
            bytes.append(UInt8(ascii: ":"))
            bytes += value.bytes
        }
        bytes.append(UInt8(ascii: "}"))
        return JSONText(checked: bytes)
    }
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    init(dictionaryLiteral elements: (String, JSONText?)...) {
        self = .object(elements.map { (key: $0.0, value: $0.1) })
    }

    init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    init(booleanLiteral value: Bool) { self.init(JSONValue.bool(value)) }
    init(nilLiteral: ()) { self.init(JSONValue.null) }
}

extension JSONText {
    static func string(_ text: String) -> JSONText { JSONText(.string(text)) }
    static func integer(_ value: Int) -> JSONText { JSONText(.integer(value)) }
}
