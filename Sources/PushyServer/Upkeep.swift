import PushyCore
import Synchronization

/// What has to be done from time to time: broadcasts whose hour has come, deletions whose budget has, a look at the budget.
final class Upkeep: Sendable {
    /// A schedule is kept to the second.
    private static let broadcastInterval = Duration.seconds(1)
    /// What is held for a while is sent to the second.
    private static let sendInterval = Duration.seconds(1)
    /// A new day's budget is used within its first seconds.
    private static let deletionInterval = Duration.seconds(5)
    /// A rollout is told of within its first minutes.
    private static let quotaInterval = Duration.seconds(5)

    private let broadcasts: Broadcasts
    private let sends: Sends
    private let apps: Apps
    private let spaces: AppSpaces
    private let quota: Quota
    private let courier: NoticeCourier?
    private let report: @Sendable (ServiceReport) -> Void
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(
        broadcasts: Broadcasts,
        sends: Sends,
        apps: Apps,
        spaces: AppSpaces,
        quota: Quota,
        courier: NoticeCourier?,
        report: @escaping @Sendable (ServiceReport) -> Void
    ) {
        self.broadcasts = broadcasts
        self.sends = sends
        self.apps = apps
        self.spaces = spaces
        self.quota = quota
        self.courier = courier
        self.report = report
    }

    func start() {
        let rounds = [
            Self.each(Self.broadcastInterval) { [self] in await takeUpBroadcasts() },
            Self.each(Self.sendInterval) { [self] in await sendDue() },
            Self.each(Self.deletionInterval) { [self] in await cleanUp() },
            Self.each(Self.quotaInterval) { [self] in await lookAtQuota() },
        ]
        let leftOver = Task { [self] in await takeUpSends() }
        tasks.withLock { $0 += rounds + [leftOver] }
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

    private func takeUpSends() async {
        do throws(KVError) {
            try await sends.takeUp()
        } catch {
            report(.upkeepFailed("The store could not be asked for messages that were being sent: \(error)"))
        }
    }

    private func sendDue() async {
        do throws(KVError) {
            try await sends.sendDue()
        } catch {
            report(.upkeepFailed("The store could not be asked for messages that are due: \(error)"))
        }
    }

    /// Carries out the deletions of all apps that wait for the budget, and shortens their logs.
    private func cleanUp() async {
        do {
            var count = 0
            for app in try await apps.all() { count += try await cleanUp(app) }
            if count > 0 { report(.pendingDeletionsDone(count)) }
        } catch {
            report(.upkeepFailed("Deletions that wait could not be carried out: \(error)"))
        }
    }

    private func cleanUp(_ app: App) async throws(KVError) -> Int {
        do throws(KVError) {
            let space = try await spaces.space(of: app)
            try await space.log.trim()
            return try await space.registry.carryOutPendingDeletions()
        } catch .unknownNamespace {
            // It was deleted since it was listed.
            return 0
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
