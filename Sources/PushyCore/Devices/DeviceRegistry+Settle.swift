import APNs
import Foundation
import WorkersKV

extension DeviceRegistry {
    /// Decides what each answer means for its device and carries it out, all in one transaction: a device goes when its
    /// service says that it is gone, and it has not registered again since.
    func settle(
        _ answers: [DeviceAnswer],
        of devices: [Device],
        sentAt: Date,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> [SendOutcome] {
        var outcomes: [SendOutcome] = []
        for (device, answer) in zip(devices, answers) {
            outcomes.append(try settle(answer, of: device, sentAt: sentAt, in: transaction))
        }
        return outcomes
    }

    private func settle(
        _ answer: DeviceAnswer,
        of device: Device,
        sentAt: Date,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> SendOutcome {
        switch answer {
        case .sent, .failed: return SendOutcome(device, untouched: answer)
        case .goneFromAPNs(let outcome):
            guard case .apns(let token) = device.address else { return SendOutcome(device, untouched: answer) }
            let fate = try registry.settle(
                outcome,
                of: token,
                sentAt: sentAt,
                to: device.environment,
                in: transaction
            )
            return try close(device, fate, answer, in: transaction)
        case .gone(let reason):
            let fate = try settle(goneFor: reason, device, sentAt: sentAt, in: transaction)
            return try close(device, fate, answer, in: transaction)
        }
    }

    /// The same for an answer in a broadcast to a device that APNs does not reach.
    ///
    /// - Returns: nil for an answer that does not touch the device.
    func settle(
        _ outcome: ServiceOutcome,
        of device: Device,
        sentAt: Date,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> Fate? {
        guard case .gone(let reason) = outcome else { return nil }
        let fate = try settle(goneFor: reason, device, sentAt: sentAt, in: transaction)
        _ = try close(device, fate, .gone(reason: reason), in: transaction)
        return fate
    }

    /// Services besides APNs name no moment: what they say is of a time no earlier than the request.
    private func settle(
        goneFor reason: String,
        _ device: Device,
        sentAt: Date,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> Fate {
        let key = try device.address.key(of: device.id)
        let environment = device.environment
        guard let record = try transaction.record(of: key, in: registry.tokens),
            Device(device.id, under: key, record)?.address == device.address,
            DeletionRule.allows(deleting: TokenOrigin(record), goneSince: sentAt, by: environment)
        else { return .kept }
        do throws(KVError) {
            try registry.deleteDead(key, in: transaction)
            return .removed
        } catch .refused(.budgetSpent) {
            try registry.deletions.add(key, goneSince: sentAt, by: environment, in: transaction)
            return .pending
        }
    }

    private func close(
        _ device: Device,
        _ fate: Fate,
        _ answer: DeviceAnswer,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> SendOutcome {
        let reason = SendOutcome(device, untouched: answer).reason
        switch fate {
        case .removed:
            try index.forget(device.id, in: transaction)
            if let owner = device.record.user { try index.forget(device.id, of: owner, in: transaction) }
            return SendOutcome(device, .invalidToken, reason: reason)
        case .pending: return SendOutcome(device, .invalidToken, reason: reason)
        case .accepted: return SendOutcome(device, .sent)
        case .kept, .rejected, .failed: return SendOutcome(device, .failed, reason: reason)
        }
    }
}

extension SendOutcome {
    /// What is known of a device that nobody touches, whatever its service says of it.
    init(_ device: Device, untouched answer: DeviceAnswer) {
        switch answer {
        case .sent: self.init(device, .sent)
        case .failed(let reason): self.init(device, .failed, reason: reason)
        case .gone(let reason): self.init(device, .invalidToken, reason: reason)
        case .goneFromAPNs(.gone(let reason, _)): self.init(device, .invalidToken, reason: reason.rawValue)
        case .goneFromAPNs: self.init(device, .invalidToken)
        }
    }
}
