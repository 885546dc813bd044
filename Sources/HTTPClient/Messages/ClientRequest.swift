/// A request to a server elsewhere.
public struct ClientRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public var method: String

    /// Where it goes: `http://` or `https://`, with the path. It may hold a secret and is never shown.
    public var url: String

    /// Header fields, in order.
    public var headers: [Header]

    /// The body; empty is none.
    public var body: [UInt8]

    /// Whose request it is. Lanes to one host take turns, and none takes all of its connections.
    public var lane = ""

    /// How long the answer is worth waiting for, its turn included; nil is as long as the client waits for any.
    public var patience: Duration?

    /// A header field.
    public struct Header: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its value, on one line.
        public let value: String

        /// Takes both.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Takes its parts.
    public init(_ method: String, _ url: String, headers: [Header] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// A POST of JSON.
    public static func post(json: [UInt8], to url: String) -> ClientRequest {
        ClientRequest("POST", url, headers: [Header("Content-Type", "application/json")], body: json)
    }
}

extension ClientRequest {
    /// Whether doing it twice is the same as doing it once. Source: RFC 9110, section 9.2.1.
    var isRepeatable: Bool { method == "GET" }
}
