import JSON
import PushCrypto

/// What is wrong with a request.
struct ProbeFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A request's members.
struct ProbeRequest {
    private let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    func value(_ name: String) throws(ProbeFault) -> JSONValue {
        guard let value = json[name] else { throw ProbeFault("there is no \(name)") }
        return value
    }

    func text(_ name: String) throws(ProbeFault) -> String {
        guard case .string(let text) = try value(name) else { throw ProbeFault("\(name) is no text") }
        return text
    }

    func bytes(_ name: String) throws(ProbeFault) -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(name)) else { throw ProbeFault("\(name) is not Base64URL") }
        return bytes
    }

    func count(_ name: String) throws(ProbeFault) -> Int {
        guard case .number(let number) = try value(name), let count = number.integer else {
            throw ProbeFault("\(name) is no number")
        }
        return Int(count)
    }
}
