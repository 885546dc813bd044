import HTTPServer
import PushyCore

/// The body of a call to `/tokens`, read one member at a time; members that nobody asks for are ignored.
struct TokenRequest {
    private static let example = #"{"token": "<hexadecimal digits>", "pro": true}"#

    private let members: JSONObject

    /// - Throws: 415 when the body is said to be something other than JSON, 400 when it is no JSON object.
    init(_ request: HTTPRequest) throws(HTTPProblem) {
        members = try request.jsonObject(example: Self.example)
    }

    var token: DeviceToken {
        get throws(HTTPProblem) {
            guard let value = members["token"] else {
                throw HTTPProblem(.badRequest, #"The member "token" is missing. Send \#(Self.example)."#)
            }
            guard case .string(let text) = value else {
                throw HTTPProblem(
                    .badRequest,
                    #"The member "token" must be a text of hexadecimal digits, not \#(value.kindOfValue)."#
                )
            }
            do throws(DeviceToken.Invalid) {
                return try DeviceToken(text)
            } catch {
                throw HTTPProblem(.badRequest, error.description)
            }
        }
    }

    var pro: Bool {
        get throws(HTTPProblem) {
            guard let value = members["pro"] else {
                throw HTTPProblem(.badRequest, #"The member "pro" is missing. Send true or false."#)
            }
            guard case .bool(let pro) = value else {
                throw HTTPProblem(.badRequest, #"The member "pro" must be true or false, not \#(value.kindOfValue)."#)
            }
            return pro
        }
    }

    /// What the app says of its environment; nil when it says nothing.
    var environment: APNsEnvironment? {
        get throws(HTTPProblem) {
            guard let value = members["environment"], value != .null else { return nil }
            guard case .string(let text) = value, let environment = APNsEnvironment(rawValue: text) else {
                throw HTTPProblem(
                    .badRequest,
                    #"The member "environment" must be "production" or "sandbox", or be left out."#
                )
            }
            return environment
        }
    }
}
