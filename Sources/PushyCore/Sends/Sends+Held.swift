import APNs
import Foundation
import Synchronization
import WorkersKV

extension Sends {
    /// Sends what was held and is due. To be called at the start, and every second or so; it waits for no service.
    public func sendDue() async throws(KVError) {
        for waiting in try await held.takeDue(at: now()) { sendLate(waiting) }
    }

    /// Takes up what a former process was sending when it ended. To be called once, at the start.
    public func takeUp() async throws(KVError) {
        for waiting in try await held.leftOver() { sendLate(waiting) }
    }

    /// Lets what is being sent late come to its end, or be sent again by the next process.
    public func stop() async {
        for task in late.withLock({ Array($0.values) }) { task.cancel() }
        await waitForLateSends()
    }

    /// Waits until what is being sent late has come to its end.
    func waitForLateSends() async {
        for task in late.withLock({ Array($0.values) }) { await task.value }
    }

    private func sendLate(_ waiting: HeldSends.Held) {
        late.withLock { tasks in
            tasks[waiting.id] = Task { [self] in
                do {
                    let request = try waiting.request
                    let (app, space) = try await place(of: waiting.caller)
                    _ = try await deliver(request, as: waiting.id, of: app, in: space, keeping: nil)
                    if !Task.isCancelled { try await held.forget(waiting) }
                } catch SendFailure.app(.unknown) {
                    // The app is gone, and its messages with it.
                    await carryOut("forgotten") { () async throws(KVError) in try await held.forget(waiting) }
                } catch {
                    report("A message that was held could not be sent, and is tried again in a minute: \(error)")
                    await carryOut("held again") { () async throws(KVError) in try await held.holdAgain(waiting) }
                }
                late.withLock { $0[waiting.id] = nil }
            }
        }
    }

    private func carryOut(_ what: String, _ step: () async throws(KVError) -> Void) async {
        do throws(KVError) {
            try await step()
        } catch {
            report("A message that was held could not be \(what); it is sent after the next start: \(error)")
        }
    }
}

extension HeldSends.Held {
    fileprivate var request: SendRequest {
        get throws {
            guard case .object(let fields) = try JSONValue(reading: Array(fields.utf8)) else {
                throw DraftFault(field: "fields", reason: "The stored message is no object.")
            }
            return try SendRequest(toUser: fields)
        }
    }
}
