import PushyCore

/// Watches a broadcast until it is over, and shows how far it is: as a bar on a terminal, in lines now and then elsewhere.
struct BroadcastFollower: Sendable {
    let desk: SendDesk
    let console: Console

    private static let lookInterval = Duration.milliseconds(250)
    /// Lines are for logs: one every few seconds is plenty.
    private static let lineInterval = Duration.seconds(5)
    /// A server looks for new broadcasts every second.
    private static let serverPatience = Duration.seconds(10)

    /// Returns the broadcast when it is over; as it stands when the task is cancelled.
    func follow(_ handedIn: Broadcast) async -> Result<Broadcast, Complaint> {
        do {
            return .success(try await watch(handedIn))
        } catch {
            return .failure(error)
        }
    }

    private func watch(_ handedIn: Broadcast) async throws(Complaint) -> Broadcast {
        let start = ContinuousClock.now
        var lastLine = start
        var shown: String?
        var hasWarned = false
        while true {
            let broadcast = try await desk.look(at: handedIn.id)
            let elapsed = start.duration(to: .now)
            let progress = SendingProgress(
                recipients: broadcast.recipients,
                tally: broadcast.tally,
                elapsed: elapsed,
                progress: broadcast.tally.total - handedIn.tally.total
            )
            if let redraw = console.redrawNote {
                redraw(progress.bar)
            } else if lastLine.duration(to: .now) >= Self.lineInterval, shown != progress.line {
                console.printNote(progress.line)
                shown = progress.line
                lastLine = .now
            }
            if broadcast.state.isOver || Task.isCancelled {
                console.redrawNote?("")
                return broadcast
            }
            if broadcast.state == .queued, elapsed > Self.serverPatience, !hasWarned {
                console.printNote(
                    "it waits: the server has not taken it up yet; it will go out at the server's next start"
                )
                hasWarned = true
            }
            // A cancelled sleep is a short one; the loop sees why.
            try? await Task.sleep(for: Self.lookInterval)
        }
    }
}
