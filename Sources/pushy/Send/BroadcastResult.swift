import APNs
import PushyCore

/// What became of a broadcast, a line for each kind of answer.
struct BroadcastResult: Sendable {
    let broadcast: Broadcast

    var lines: [String] {
        let tally = broadcast.tally
        let rows = [
            ("accepted", tally.accepted, "APNs took it"),
            ("removed", tally.removed, "the app is gone from the device; the token was deleted"),
            ("kept", tally.kept, "APNs said gone, but it was registered since, or for another host"),
            ("pending", tally.pending, "gone; the deletion waits for the budget"),
        ]
        .filter { $0.1 > 0 || $0.0 == "accepted" }
        let rejected = tally.rejected.sorted { $0.value > $1.value }.map { reason, count in
            ("rejected", count, "\(reason): \(APNsReason(rawValue: reason).advice)")
        }
        let failed = tally.failed.sorted { $0.value > $1.value }.map { ("failed", $1, $0) }
        return [headline]
            + (rows + rejected + failed).map { name, count, meaning in
                let padding = String(repeating: " ", count: max(1, 20 - name.count - count.grouped.count))
                return "  \(name)\(padding)\(count.grouped)  \(meaning)"
            }
    }

    private var headline: String {
        let time = broadcast.startedAt.flatMap { start in
            broadcast.finishedAt.map { " after \(Int($0.timeIntervalSince(start).rounded(.up)).grouped) s" }
        }
        return "\(broadcast.state.rawValue)\(time ?? ""): \(broadcast.tally.total.grouped) of "
            + "\(broadcast.recipients.grouped) devices" + (broadcast.why.map { ". \($0)" } ?? "")
    }
}
