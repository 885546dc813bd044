import PushyCore
import Synchronization

/// What has to be done from time to time: broadcasts whose hour has come, deletions whose budget has, a look at the budget.
final class Upkeep: Sendable {
    /// A schedule is kept to the second.
    private static let broadcastInterval = Duration.seconds(1)
    /// A new day's budget is used within its first seconds.
    private static let deletionInterval = Duration.seconds(5)
    /// A rollout is told of within its first minutes.
    private static let quotaInterval = Duration.seconds(5)

    private let broadcasts: Broadcasts
    private let registry: TokenRegistry
    private let quota: Quota
    private let courier: NoticeCourier?
    private let report: @Sendable (ServiceReport) -> Void
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(
        broadcasts: Broadcasts,
        registry: TokenRegistry,
        quota: Quota,
        courier: NoticeCourier?,
        report: @escaping @Sendable (ServiceReport) -> Void
    ) {
        self.broadcasts = broadcasts
        self.registry = registry
        self.quota = quota
        self.courier = courier
        self.report = report
    }

    func start() {
        let rounds = [
            Self.each(Self.broadcastInterval) { [self] in await takeUpBroadcasts() },
            Self.each(Self.deletionInterval) { [self] in await carryOutDeletions() },
            Self.each(Self.quotaInterval) { [self] in await lookAtQuota() },
        ]
        tasks.withLock { $0 += rounds }
    }

    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    private func takeUpBroadcasts() async {
        do throws(KVError) {
            try await broadcasts.takeUp()
        } catch {
            report(.upkeepFailed("The store could not be asked for new broadcasts: \(error)"))
        }
    }

    private func carryOutDeletions() async {
        do throws(KVError) {
            let count = try await registry.carryOutPendingDeletions()
            if count > 0 { report(.pendingDeletionsDone(count)) }
        } catch {
            report(.upkeepFailed("Deletions that wait could not be carried out: \(error)"))
        }
    }

    private func lookAtQuota() async {
        do throws(KVError) {
            let notices = try await quota.notices()
            for notice in notices { report(.quota(notice)) }
            if let courier, !notices.isEmpty { send(notices, by: courier) }
        } catch {
            report(.upkeepFailed("The budget could not be looked at: \(error)"))
        }
    }

    /// Sends notices on their way, one after the other; nobody waits for it.
    private func send(_ notices: [QuotaNotice], by courier: NoticeCourier) {
        let task = Task { [report] in
            for notice in notices {
                do throws(NoticeFailure) {
                    try await courier.carry(notice)
                } catch {
                    report(.noticeUndelivered(error))
                }
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Does something at once, and again each time that the interval has passed.
    private static func each(_ interval: Duration, _ round: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await round()
                // Cancelled in its sleep, it ends.
                try? await Task.sleep(for: interval)
            }
        }
    }
}
