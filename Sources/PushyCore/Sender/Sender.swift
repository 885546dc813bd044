import APNs
import Foundation
import WorkersKV

/// Carries out one broadcast from its last checkpoint on: walk, filter, send, settle.
///
/// A few pages of recipients are under way at once, so that the connections never run dry; answered pages are settled in
/// the order of the walk, one transaction at a time, while the next ones are being sent. The first pages go alone, until
/// their answers show that the configuration is right; only then is a token deleted. Where they do not, a sample of the
/// whole audience is asked.
///
/// It halts when its task is cancelled: what is in flight is answered and settled, the rest is taken back.
struct Sender {
    /// Enough to show what is wrong, few enough to be harmless.
    private static let firstPageCount = 100
    /// With ``unsettledPages`` twice the streams of two connections: the window stays full while a checkpoint is written,
    /// and a crash repeats no more than these.
    private static let pageCount = 250
    private static let unsettledPages = 16
    /// A checkpoint is a flush of the disk: while others are under way, so many pages share one.
    private static let pagesPerCheckpoint = 4
    /// While so many devices wait to be tried again, no more pages are sent.
    private static let lateLimit = 1_000
    /// With a rate, a page is what goes out in this part of a second.
    private static let ticksPerSecond = 4

    private let notification: APNsNotification
    private let channel: any PushChannel
    private let settlement: Settlement
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let report: AsyncStream<Broadcast>.Continuation

    private var broadcast: Broadcast
    private var walk: any PageSource
    private var ledger = PageLedger()
    /// Those on pages in trouble who are sent to again: they leave a gap in the ledger.
    private var unanswered: [AnsweredPage] = []
    private var sanity = SanityCheck()
    /// Those of a sample of the whole audience who were not sent to yet: they go before the walk goes on.
    private var sample: [APNsDelivery] = []
    /// Answers to recipients whom the walk has not come to: it will pass over them.
    private var aheadAnswers: [AnsweredPage] = []
    /// Pages that are with the channel.
    private var underWay = 0
    /// Pages that are with the channel, or answered and not settled yet.
    private var unsettledCount = 0
    /// Whether some who are late are with the channel, or answered and not settled yet.
    private var isLateUnderWay = false
    private var lateAnswers: LateAnswers?
    private var lateTries = LateTries()
    private var isSettling = false
    private var isResting = false
    private var isWalkOver = false
    /// What was not sent was taken back, or the channel closed: it is for the next sender.
    private var isCutOff = false
    private var trouble: Trouble?

    init(
        _ broadcast: Broadcast,
        notification: APNsNotification,
        channel: any PushChannel,
        walk: any PageSource,
        settlement: Settlement,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        report: AsyncStream<Broadcast>.Continuation
    ) {
        self.broadcast = broadcast
        self.notification = notification
        self.channel = channel
        self.walk = walk
        self.settlement = settlement
        self.clock = clock
        self.now = now
        self.report = report
    }

    /// Sends until the audience is through, or something or somebody ends it.
    ///
    /// - Returns: the broadcast as far as it is settled, and why it ended.
    mutating func run() async -> (Broadcast, Ending) {
        await withTaskGroup(of: Step.self) { group in
            await advance(&group)
            while let step = await group.next() {
                take(step)
                await advance(&group)
            }
        }
        broadcast.unsettled = Tally(untouched: unanswered + ledger.takeAllPages() + aheadAnswers)
        return (broadcast, ending)
    }

    private var ending: Ending {
        if isWalkOver, !isCutOff, trouble == nil, broadcast.late == nil { return .through }
        if let trouble, !Task.isCancelled { return .trouble(trouble) }
        return .halted
    }
}

extension Sender {
    /// What a child task brings back.
    private enum Step: Sendable {
        case answered(AnsweredPage)
        case answeredAhead(AnsweredPage)
        case answeredLate(LateAnswers)
        case unread(KVError)
        case settled(Broadcast, pageCount: Int, hasLate: Bool)
        case unsettled(KVError)
        case rested
    }

    private mutating func advance(_ group: inout TaskGroup<Step>) async {
        await seeToSample()
        if mayDispatch, !sample.isEmpty { sendToSample(&group) }
        while sample.isEmpty, mayDispatch, let page = await nextPage() {
            underWay += 1
            unsettledCount += 1
            // As long as nobody was reached, a fault may be an outage, which the channel waits for.
            group.addTask { [channel, notification, sentAt = now(), isSane = sanity.verdict == .sane] in
                let outcomes =
                    isSane
                    ? await channel.sendFirst(notification, to: page.deliveries)
                    : await channel.send(notification, to: page.deliveries)
                return .answered(AnsweredPage(page: page, outcomes: outcomes, sentAt: sentAt))
            }
            rest(&group)
        }
        if mayDispatchLate { sendToLate(&group) }
        if maySettle {
            let ahead = aheadAnswers
            aheadAnswers = []
            settle(ledger.takeReadyPages(), ahead: ahead, in: &group)
        } else if mayEnd, let accepted = takeAccepted() {
            settle([], ahead: [accepted], in: &group)
        }
    }

    private mutating func settle(
        _ pages: [AnsweredPage],
        ahead: [AnsweredPage],
        in group: inout TaskGroup<Step>
    ) {
        isSettling = true
        let late = lateAnswers
        group.addTask { [settlement, broadcast] in
            do throws(KVError) {
                let settled = try await settlement.settle(pages, ahead: ahead, late: late, of: broadcast)
                return .settled(settled, pageCount: pages.count, hasLate: late != nil)
            } catch {
                return .unsettled(error)
            }
        }
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .answered(let answered):
            underWay -= 1
            observe(answered)
            let reached = Trouble(answered.outcomes).flatMap { $0.passes && isTrial ? nil : $0 }
            guard reached != nil || answered.isCutOff else {
                ledger.add(answered)
                return noteSilence()
            }
            trouble = trouble ?? reached
            isCutOff = isCutOff || answered.isCutOff
            let (done, open) = answered.parts
            if let done { ledger.addLast(done) }
            unanswered.append(open)
        case .answeredAhead(let answered):
            underWay -= 1
            observe(answered)
            trouble = trouble ?? Trouble(answered.outcomes)
            isCutOff = isCutOff || answered.isCutOff
            aheadAnswers.append(answered.decided(afterTrouble: trouble != nil))
        case .answeredLate(let answered):
            let late = lateTries.count(answered)
            sanity.observe(late.answered.outcomes)
            trouble = trouble ?? Trouble(late.answered.outcomes)
            isCutOff = isCutOff || late.answered.isCutOff
            lateAnswers = late.decided(afterTrouble: trouble != nil)
        case .unread(let error):
            trouble = trouble ?? Trouble(walking: error)
        case .settled(let settled, let pageCount, let hasLate):
            isSettling = false
            if hasLate {
                lateAnswers = nil
                isLateUnderWay = false
            }
            unsettledCount -= pageCount
            broadcast = settled
            report.yield(settled)
        case .unsettled(let error):
            isSettling = false
            trouble = trouble ?? .storage(error)
        case .rested:
            isResting = false
        }
    }

    private mutating func observe(_ answered: AnsweredPage) {
        sanity.observe(answered.outcomes)
        condemn()
    }

    /// Where all were sent to and APNs answered nobody, they are sent to again once it does, see ``OutageRule``.
    private mutating func noteSilence() {
        guard isWalkOver, underWay == 0, !isTrial, !isEndingEarly, let cause = sanity.causeOfSilence else { return }
        trouble = .outage(cause)
        unanswered += ledger.takeAllPages()
    }

    private mutating func condemn() {
        if case .misconfigured(let reason) = sanity.verdict { trouble = trouble ?? .misconfigured(reason) }
    }

    private var mayDispatch: Bool {
        guard !isEnding, !isResting else { return false }
        guard sanity.verdict == .sane else { return underWay == 0 }
        return unsettledCount < Self.unsettledPages && broadcast.late?.count ?? 0 < Self.lateLimit
    }

    private var mayDispatchLate: Bool {
        guard broadcast.late != nil, !isLateUnderWay, !isEndingEarly else { return false }
        return sanity.verdict == .sane || isWalkOver && unsettledCount == 0
    }

    /// Sends to those who wait to be tried again: apart from the pages, which do not wait for them.
    private mutating func sendToLate(_ group: inout TaskGroup<Step>) {
        isLateUnderWay = true
        let tokens = (broadcast.late ?? []).compactMap { try? DeviceToken($0) }
        let pause = lateTries.pause(before: tokens)
        group.addTask { [channel, notification, settlement, broadcast, clock, now] in
            // A cancelled rest is a short one.
            try? await clock.sleep(for: pause)
            let (reached, withdrawn): ([DeviceToken], [DeviceToken])
            do throws(KVError) {
                (reached, withdrawn) = try await settlement.registry.divide(tokens, by: broadcast.selection)
            } catch {
                return .unread(error)
            }
            let deliveries = reached.map {
                APNsDelivery(token: $0, id: APNsID(broadcast: broadcast.id.text, token: $0))
            }
            let page = Page(number: 0, deliveries: deliveries, cursor: nil, isLast: false)
            let sentAt = now()
            let outcomes = await channel.sendLate(notification, to: deliveries)
            let answered = AnsweredPage(page: page, outcomes: outcomes, sentAt: sentAt)
            return .answeredLate(LateAnswers(answered: answered, withdrawn: withdrawn))
        }
    }

    private var maySettle: Bool {
        let isEnough = ledger.readyCount >= (underWay > 0 ? Self.pagesPerCheckpoint : 1) || lateAnswers != nil
        guard !isSettling, isEnough || !aheadAnswers.isEmpty else { return false }
        switch trouble {
        case nil, .outage, .notAPNs, .refusedMidway, .serviceRefuses, .serviceOutage, .budget:
            return sanity.verdict == .sane || (sanity.verdict == .open && isWalkOver && underWay == 0)
        case .misconfigured, .notSendable, .storage: return false
        }
    }

    /// Whether nothing more will be answered, and the store can still be told what was.
    private var mayEnd: Bool {
        if case .storage = trouble { return false }
        return isEnding && underWay == 0 && !isSettling
    }

    /// Whoever was accepted has the notification, whatever the others were answered: the next sender passes over them.
    private mutating func takeAccepted() -> AnsweredPage? {
        unanswered += ledger.takeAllPages() + aheadAnswers
        aheadAnswers = []
        let accepted = AnsweredPage(accepted: unanswered)
        unanswered = unanswered.map(\.withoutAccepted)
        return accepted
    }

    /// Who sends to one device wants to see how it went, not to wait for better times.
    private var isTrial: Bool { broadcast.draft.token != nil }

    private var isEnding: Bool { isWalkOver || isEndingEarly }
    private var isEndingEarly: Bool { isCutOff || Task.isCancelled || trouble != nil }

    private mutating func nextPage() async -> Page? {
        do throws(KVError) {
            let page = try await walk.nextPage(limit: pageLimit)
            isWalkOver = page?.isLast ?? true
            return page
        } catch {
            trouble = Trouble(walking: error)
            return nil
        }
    }

    /// Looks at the whole audience where the first devices are suspicious, and judges by what was found there.
    private mutating func seeToSample() async {
        guard underWay == 0, !isEndingEarly else { return }
        if sanity.verdict == .suspicious {
            sanity.beginSample()
            do throws(KVError) {
                if !isWalkOver { sample = try await walk.sample(SanityCheck.sampleCount) }
            } catch {
                trouble = Trouble(walking: error)
                return
            }
        }
        if sample.isEmpty, sanity.isSampling, !Task.isCancelled {
            sanity.endSample()
            condemn()
        }
    }

    private mutating func sendToSample(_ group: inout TaskGroup<Step>) {
        let page = Page(number: 0, deliveries: Array(sample.prefix(pageLimit)), cursor: nil, isLast: false)
        sample.removeFirst(page.deliveries.count)
        underWay += 1
        group.addTask { [channel, notification, sentAt = now()] in
            let outcomes = await channel.send(notification, to: page.deliveries)
            return .answeredAhead(AnsweredPage(page: page, outcomes: outcomes, sentAt: sentAt))
        }
        rest(&group)
    }

    private var pageLimit: Int {
        let limit = sanity.verdict == .sane ? Self.pageCount : Self.firstPageCount
        guard let rate = broadcast.draft.ratePerSecond else { return limit }
        return min(limit, max(1, rate / Self.ticksPerSecond))
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
