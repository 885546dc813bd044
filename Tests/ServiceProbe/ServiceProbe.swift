import Foundation
import JSON

/// Lets programs in other languages see what `FCM` and `WebPush` make: a request a line comes in, an answer a line goes
/// out, both JSON. For tests and benchmarks.
@main
enum ServiceProbe {
    static func main() async {
        while let line = readLine() {
            let reply: JSONValue
            do {
                reply = try await answer(to: ProbeRequest(JSONValue(reading: Array(line.utf8))))
            } catch {
                reply = ["error": .string("\(error)")]
            }
            FileHandle.standardOutput.write(Data(reply.written() + [UInt8(ascii: "\n")]))
        }
    }

    private static func answer(to request: ProbeRequest) async throws -> JSONValue {
        switch try request.text("do") {
        case "encrypt": try WebPushProbe.encrypt(request)
        case "authorize": try WebPushProbe.authorize(request)
        case "measure encryption": try WebPushProbe.measureEncryption(request)
        case "send web push": try await WebPushProbe.send(request)
        case "assert": try await FCMProbe.assertion()
        case "write": try FCMProbe.write(request)
        case "send fcm": try await FCMProbe.send(request)
        case "open stand-ins": try StandInProbe.open()
        case "subscribe": try StandInProbe.subscribe(request)
        case "bury": try StandInProbe.bury(request)
        case "tell what came": try StandInProbe.received()
        case let other: throw ProbeFault("nobody knows how to \(other)")
        }
    }
}
