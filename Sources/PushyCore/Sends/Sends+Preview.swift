import APNs
import Foundation
import WorkersKV

extension Sends {
    /// What a request would send, and to which devices; nothing is sent.
    func preview(_ request: SendRequest, of app: App, in space: AppSpace) async throws(SendFailure) -> JSONObject {
        let devices = try await devices(of: request.target, in: space)
        var results: [PushServiceKind: Result<JSONValue, ChannelMissing>] = [:]
        for service in Set(devices.map(\.platform.service)) {
            results[service] = Result { () throws(ChannelMissing) in
                let channel = try channels.channel(of: app, for: service)
                do throws(DraftFault) {
                    return try channel.preview(request.message, at: now())
                } catch {
                    throw ChannelMissing(reason: error.description)
                }
            }
        }
        var payloads = JSONObject()
        for service in PushServiceKind.allCases {
            if case .success(let payload) = results[service] { payloads[service.rawValue] = payload }
        }
        let outcomes = devices.map { device -> JSONValue in
            var json: JSONObject = [
                "device_id": .string(device.id.text), "platform": .string(device.platform.rawValue),
            ]
            switch results[device.platform.service] {
            case .failure(let missing):
                json["status"] = .string(SendOutcome.Status.failed.rawValue)
                json["reason"] = .string(missing.reason)
            default: json["status"] = "would_send"
            }
            return .object(json)
        }
        return ["dry_run": true, "results": .array(outcomes), "payloads": .object(payloads)]
    }
}
