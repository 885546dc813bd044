import HTTPServer
import PushyCore

extension HTTPRequest {
    /// The body as a JSON object, which should look like the example. A client that names no type is taken to mean JSON.
    ///
    /// It throws 415 when the body is said to be something else, and 400 when it is no JSON object.
    func jsonObject(example: String) throws(HTTPProblem) -> JSONObject {
        if headers.contains("Content-Type") { try requireContentType("application/json") }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(reading: body)
        } catch {
            throw HTTPProblem(.badRequest, "The body is not JSON: \(error)")
        }
        guard case .object(let object) = value else {
            throw HTTPProblem(.badRequest, "The body is \(value.kindOfValue), and should be an object: \(example).")
        }
        return object
    }
}

extension JSONValue {
    /// What the value is, for a sentence about one that is of the wrong kind.
    var kindOfValue: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
