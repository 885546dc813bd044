import Foundation
import WorkersKV

/// Carries out the part of a broadcast that goes to devices of FCM or of browsers, from its last checkpoint on.
///
/// As at APNs a few pages are under way at once and are settled in the order of the walk; until the first answers show that
/// the service takes the app's messages pages go one by one, and no device is deleted.
struct ServiceSender {
    private static let pageCount = 100
    /// Four times what one app may have under way to a host; a crash repeats no more than these.
    private static let unsettledPages = 8
    /// With a rate, a page is what goes out in this part of a second.
    private static let ticksPerSecond = 4

    /// What preparing the message came to.
    enum Preparation: Sendable {
        case ready(ServiceAttempt)
        case stuck(Trouble)
    }

    /// Prepares the message by the credentials that the app has at this moment.
    private let prepare: @Sendable () async -> Preparation
    private let settlement: ServiceSettlement
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let report: AsyncStream<Broadcast>.Continuation

    private var broadcast: Broadcast
    private var walk: ServiceWalk
    private var check: ServiceCheck
    private var answered: [Int: AnsweredServicePage] = [:]
    /// The number of the first page that is not settled.
    private var next = 0
    private var underWay = 0
    private var isResting = false
    private var isWalkOver = false
    private var isCutOff = false
    private var trouble: Trouble?

    init(
        _ broadcast: Broadcast,
        to service: PushServiceKind,
        walk: ServiceWalk,
        settlement: ServiceSettlement,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        report: AsyncStream<Broadcast>.Continuation,
        prepare: @escaping @Sendable () async -> Preparation
    ) {
        self.broadcast = broadcast
        self.walk = walk
        self.settlement = settlement
        self.clock = clock
        self.now = now
        self.report = report
        self.prepare = prepare
        check = ServiceCheck(of: service)
    }

    /// Sends until the devices are through, or something or somebody ends it.
    ///
    /// - Returns: the broadcast as far as it is settled, and why it ended.
    mutating func run() async -> (Broadcast, Ending) {
        await withTaskGroup(of: Step.self) { group in
            await advance(&group)
            while let step = await group.next() {
                await take(step)
                await advance(&group)
            }
        }
        if isWalkOver { await settleReady() }
        await settleRest()
        if let trouble, !Task.isCancelled { return (broadcast, .trouble(trouble)) }
        return (broadcast, isWalkOver && !isCutOff && trouble == nil ? .through : .halted)
    }
}

extension ServiceSender {
    private enum Step: Sendable {
        case answered(AnsweredServicePage)
        case stuck(Trouble)
        case rested
    }

    private var isEnding: Bool { isWalkOver || isCutOff || Task.isCancelled || trouble != nil }

    private var mayDispatch: Bool {
        guard !isEnding, !isResting else { return false }
        return check.isSane ? underWay + answered.count < Self.unsettledPages : underWay == 0
    }

    private mutating func advance(_ group: inout TaskGroup<Step>) async {
        while mayDispatch, let page = await nextPage() {
            underWay += 1
            group.addTask { [prepare, clock, sentAt = now()] in
                switch await prepare() {
                case .ready(let attempt):
                    let outcomes = await ServiceRounds(attempt: attempt, clock: clock).run(page.devices)
                    return .answered(AnsweredServicePage(page: page, outcomes: outcomes, sentAt: sentAt))
                case .stuck(let trouble): return .stuck(trouble)
                }
            }
            rest(&group)
        }
    }

    private mutating func nextPage() async -> ServicePage? {
        do throws(KVError) {
            let page = try await walk.nextPage(limit: pageLimit)
            isWalkOver = page?.isLast ?? true
            guard let page, !page.devices.isEmpty else { return nil }
            return page
        } catch {
            trouble = Trouble(walking: error)
            return nil
        }
    }

    private mutating func take(_ step: Step) async {
        switch step {
        case .answered(var page):
            underWay -= 1
            trouble = trouble ?? check.judge(page.outcomes)
            if let silence = check.silence(page.outcomes) {
                trouble = trouble ?? silence
                page.reopen()
            }
            isCutOff = isCutOff || page.isCutOff
            if trouble == nil { page.giveUp() }
            answered[page.page.number] = page
            if check.isSane { await settleReady() }
        case .stuck(let found):
            underWay -= 1
            trouble = trouble ?? found
        case .rested: isResting = false
        }
    }

    /// Settles the pages that follow on what was settled before, as far as all on them are dealt with.
    private mutating func settleReady() async {
        if case .serviceRefuses = trouble, !check.isSane { return }
        var pages: [AnsweredServicePage] = []
        while let page = answered[next], page.isDecided {
            pages.append(page)
            answered[next] = nil
            next += 1
        }
        if !pages.isEmpty { await settle(pages, ahead: []) }
    }

    /// Whoever was accepted has the message, whatever the others were answered: the next sender passes over them.
    private mutating func settleRest() async {
        if case .storage = trouble { return }
        var ahead: [AnsweredServicePage] = []
        var unsettled = Tally()
        for page in answered.values {
            let accepted = page.outcomes.indices.filter { page.outcomes[$0] == .accepted }
            if !accepted.isEmpty { ahead.append(page.those(accepted)) }
            for outcome in page.outcomes where outcome != .accepted { unsettled.count(outcome) }
        }
        if !ahead.isEmpty { await settle([], ahead: ahead) }
        broadcast.unsettled = unsettled
    }

    private mutating func settle(_ pages: [AnsweredServicePage], ahead: [AnsweredServicePage]) async {
        do throws(KVError) {
            broadcast = try await settlement.settle(pages, ahead: ahead, of: broadcast)
            report.yield(broadcast)
        } catch {
            trouble = trouble ?? .storage(error)
            isCutOff = true
        }
    }

    private var pageLimit: Int {
        guard let rate = broadcast.draft.ratePerSecond else { return Self.pageCount }
        return min(Self.pageCount, max(1, rate / Self.ticksPerSecond))
    }

    /// With a rate, waits after each page for as long as the page may take.
    private mutating func rest(_ group: inout TaskGroup<Step>) {
        guard let rate = broadcast.draft.ratePerSecond else { return }
        isResting = true
        let pause = Duration.seconds(1) * pageLimit / rate
        group.addTask { [clock] in
            // A cancelled rest is a short one.
            try? await clock.sleep(for: pause)
            return .rested
        }
    }
}

extension AnsweredServicePage {
    /// Nobody knows what became of them: they are sent to again when the broadcast goes on.
    fileprivate mutating func reopen() {
        for place in outcomes.indices {
            guard case .failed(let reason) = outcomes[place] else { continue }
            outcomes[place] = .late(ServiceOutcome.Delay(reason: reason, isOfService: true))
        }
    }

    /// The service serves others: whoever still has to wait after all rounds has failed, and a refusal is about a device.
    fileprivate mutating func giveUp() {
        for place in outcomes.indices {
            switch outcomes[place] {
            case .late(let delay): outcomes[place] = .failed(reason: delay.reason)
            case .refused(let refusal): outcomes[place] = .rejected(reason: refusal.reason)
            case .accepted, .gone, .rejected, .failed, .cutOff: continue
            }
        }
    }
}
