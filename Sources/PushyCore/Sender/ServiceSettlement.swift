import Foundation
import WorkersKV

/// A page of a service's devices with what became of them: `outcomes[i]` is that of `page.devices[i]`.
struct AnsweredServicePage: Sendable {
    let page: ServicePage
    var outcomes: [ServiceOutcome]
    /// When it was handed to the channel, before any of it was sent.
    let sentAt: Date

    /// Whether those who have to wait, or to be waited for, are seen to later, apart from their page.
    var maySettleLate = false

    /// Whether all of it is dealt with, or put off.
    var isDecided: Bool { !outcomes.contains(where: isOpen) }
    var isCutOff: Bool { outcomes.contains(.cutOff) }

    /// What is not open, when it was settled: all but those who are sent to again when the broadcast goes on.
    var decided: AnsweredServicePage { those(outcomes.indices.filter { !isOpen(outcomes[$0]) }) }

    private func isOpen(_ outcome: ServiceOutcome) -> Bool {
        outcome.isWaitedFor ? !maySettleLate : outcome.isOpen
    }

    /// The places of those whose answers are waited for.
    var placesUnderWay: [Int] { outcomes.indices.filter { outcomes[$0] == .underWay } }

    /// Puts in what those were answered who were under way.
    mutating func complete(with part: AnsweredServicePage) {
        for (place, outcome) in zip(placesUnderWay, part.outcomes) { outcomes[place] = outcome }
    }

    /// Some of it.
    func those(_ places: [Int]) -> AnsweredServicePage {
        let devices = places.map { page.devices[$0] }
        let part = ServicePage(number: page.number, devices: devices, cursor: nil, isLast: false)
        let theirs = places.map { outcomes[$0] }
        return AnsweredServicePage(page: part, outcomes: theirs, sentAt: sentAt, maySettleLate: maySettleLate)
    }
}

/// Turns a service's outcomes into lasting facts, as ``Settlement`` does with those of APNs.
struct ServiceSettlement: Sendable {
    let devices: DeviceRegistry
    let records: BroadcastRecords

    /// Settles pages that follow on the broadcast's cursor without a gap, devices whom its walk has not come to, and those
    /// who were late; what its owner made of the broadcast meanwhile stands.
    ///
    /// - Returns: the broadcast as it is stored now.
    func settle(
        _ pages: [AnsweredServicePage],
        ahead: [AnsweredServicePage] = [],
        late: LateServiceAnswers? = nil,
        of broadcast: Broadcast
    ) async throws(KVError) -> Broadcast {
        try await devices.registry.store.commit { [devices, records] transaction throws(KVError) in
            var settled = try records.broadcast(broadcast.id, in: transaction) ?? broadcast
            var waiting = settled.late ?? []
            if let late { waiting.removeAll(where: late.ids.contains) }
            for answered in pages + ahead + [late?.answered].compactMap({ $0 }) {
                for (device, outcome) in zip(answered.page.devices, answered.outcomes) {
                    if outcome.isWaitedFor {
                        waiting.append(device.id.text)
                        continue
                    }
                    let fate = try devices.settle(outcome, of: device, sentAt: answered.sentAt, in: transaction)
                    if let fate { settled.tally.count(fate) } else { settled.tally.count(outcome) }
                }
                settled.cursor = answered.page.cursor ?? settled.cursor
            }
            settled.late = waiting.isEmpty ? nil : waiting
            settled.noteAhead(ahead.flatMap(\.page.devices).map(\.id.text))
            return try records.put(settled, in: transaction)
        }
    }
}

/// What became of devices that were late on their pages.
struct LateServiceAnswers: Sendable {
    var answered: AnsweredServicePage
    /// Those who were removed meanwhile: nothing was sent to them, and they count for nothing.
    let withdrawn: [String]

    /// All of them, as their keys.
    var ids: Set<String> { Set(answered.page.devices.map(\.id.text) + withdrawn) }
}

extension Tally {
    /// Counts a device that nobody touches, whatever its service says of it.
    mutating func count(_ outcome: ServiceOutcome) {
        switch outcome {
        case .accepted: accepted += 1
        case .gone: kept += 1
        case .rejected(let reason): rejected.count(reason: reason)
        case .refused(let refusal): rejected.count(reason: refusal.reason)
        case .failed(let reason), .broken(let reason): failed.count(reason: reason)
        case .late(let delay): failed.count(reason: delay.reason)
        case .underWay, .cutOff, .withdrawn: break
        }
    }
}
