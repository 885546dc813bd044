import HTTPServer
import PushyCore

/// The body of a put as Cloudflare's Python SDK sent it before version 5: a JSON object of a value and its metadata.
///
/// A JSON value that somebody puts must never be taken for it, so all has to fit: the headers by which the SDK names
/// itself, the type, and exactly these two members, which its call requires.
struct OldSDKUpload {
    let value: JSONValue
    let metadata: JSONValue

    /// The last major version that sends this form.
    private static let lastVersion = 4

    /// The members; nil when the body is anything else, and is the value itself.
    static func members(of request: HTTPRequest) -> OldSDKUpload? {
        guard request.headers["X-Stainless-Lang"] == "python",
            let version = request.headers["X-Stainless-Package-Version"]?.prefix(while: { $0 != "." }),
            let major = Int(version), major <= lastVersion,
            request.contentType?.essence == "application/json",
            case .object(let object) = try? JSONValue(reading: request.body),
            object.members.count == 2, let value = object["value"], let metadata = object["metadata"]
        else { return nil }
        return OldSDKUpload(value: value, metadata: metadata)
    }
}
