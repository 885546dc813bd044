import APNs
import Foundation

/// What became of a send, device by device.
public struct SendReport: Hashable, Sendable {
    public let id: String
    public let outcomes: [SendOutcome]

    /// How many devices were answered so.
    public func count(of status: SendOutcome.Status) -> Int { outcomes.count { $0.status == status } }

    /// The report as the API shows it.
    public var json: JSONObject {
        var json: JSONObject = ["id": .string(id)]
        for status in [SendOutcome.Status.sent, .failed, .invalidToken] {
            json[status.rawValue] = .integer(count(of: status))
        }
        json["results"] = .array(outcomes.map { .object($0.json) })
        return json
    }
}

extension SendOutcome {
    /// The outcome as the API shows it.
    public var json: JSONObject {
        var json: JSONObject = [
            "device_id": .string(device), "platform": .string(platform.rawValue), "status": .string(status.rawValue),
        ]
        json["reason"] = reason.map(JSONValue.string)
        return json
    }
}

/// What a backend is answered.
public enum SendAnswer: Sendable {
    /// The message was sent.
    case sent(JSONObject)
    /// The message is held, and goes out later.
    case held(JSONObject)
    /// Nothing was sent: this would have been.
    case preview(JSONObject)

    /// The answer's body.
    public var json: JSONObject {
        switch self {
        case .sent(let json), .held(let json), .preview(let json): json
        }
    }
}
