import JSON

/// What is sent, to whomever: all members of FCM's message but its target.
///
/// A value of this type has members that FCM knows, each of its type, with FCM's own rules for `data`, times to live,
/// priorities, links and the size kept. Names in snake_case, which FCM takes as well, become lowerCamelCase.
///
/// Source: FCM's discovery document, `Message`; Firebase, FCM HTTP v1 API.
public struct FCMMessage: Hashable, Sendable {
    /// The members.
    public let members: JSONObject

    /// The members as they are written, without the braces around them.
    private let written: [UInt8]

    /// The most bytes of names and values that FCM takes.
    public static let maximumByteCount = 4_096

    /// The bytes of names and values that FCM counts.
    public var byteCount: Int { FCMRules.byteCount(of: members) }

    /// Takes the members as FCM's documentation has them.
    public init(_ members: JSONObject) throws(FCMRefusal) {
        guard members["token"] == nil, members["fid"] == nil, members["topic"] == nil, members["condition"] == nil
        else {
            throw .targetInMessage
        }
        let checked = try FCMShape.message.check(.object(members), at: "message")
        guard case .object(let object) = checked else { throw .wrongType("message", "an object") }
        try FCMRules.check(object)
        self.members = object
        written = Array(checked.written().dropFirst().dropLast())
    }

    /// The body of the request that sends the message.
    public func body(for target: FCMTarget) -> [UInt8] {
        written(behind: #"{"message":{"#, for: target)
    }

    /// The body of the request that has FCM look at the message and send nothing.
    public func trialBody(for target: FCMTarget) -> [UInt8] {
        written(behind: #"{"validateOnly":true,"message":{"#, for: target)
    }

    private func written(behind beginning: String, for target: FCMTarget) -> [UInt8] {
        let (name, value) = target.member
        var body = Array(beginning.utf8)
        body += "\"\(name)\":".utf8
        body += JSONValue.string(value).written()
        if !written.isEmpty {
            body.append(UInt8(ascii: ","))
            body += written
        }
        body += "}}".utf8
        return body
    }
}
