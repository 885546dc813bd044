import Foundation
import WorkersKV

/// Carries out the part of a broadcast that goes to devices of FCM or of browsers, from its last checkpoint on.
///
/// As at APNs a few pages are under way at once and are settled in the order of the walk; until the first answers show that
/// the service takes the app's messages pages go one by one, and no device is deleted. Whoever keeps its page waiting, as it
/// is to be tried again or does not answer, is settled as being late, and seen to apart from its page.
struct ServiceSender {
    private static let pageCount = 100
    /// Four times what one app may have under way to a host; a crash repeats no more than these, and those who are late.
    private static let unsettledPages = 8
    /// So many of those who were late are sent to at a time.
    private static let lateCount = 200
    /// While so many devices are late, no more pages are sent.
    private static let lateLimit = 1_000
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
    /// What tries a page, and looks its devices up again before each further try.
    private let rounds: @Sendable (@escaping ServiceAttempt) -> ServiceRounds
    private let now: @Sendable () -> Date
    private let report: AsyncStream<Broadcast>.Continuation

    private var broadcast: Broadcast
    private var walk: ServiceWalk
    private var check: ServiceCheck
    private var answered: [Int: AnsweredServicePage] = [:]
    /// Those of a sample of all devices who were not sent to yet: they go before the walk goes on.
    private var sample: [Device] = []
    /// What became of the sample, until the first pages can be settled.
    private var sampleAnswers: [AnsweredServicePage] = []
    /// Those whose answers are waited for apart from their pages.
    private var slow: Set<String> = []
    private var isLateUnderWay = false
    /// How long a service asked to be left alone by those who are late.
    private var lateWait = ServiceRounds.firstPause
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
        halt: Halt,
        now: @escaping @Sendable () -> Date,
        report: AsyncStream<Broadcast>.Continuation,
        prepare: @escaping @Sendable () async -> Preparation
    ) {
        self.broadcast = broadcast
        self.walk = walk
        self.settlement = settlement
        self.clock = clock
        rounds = { attempt in
            ServiceRounds(attempt: attempt, clock: clock, halt: halt) { device throws(KVError) in
                try await settlement.devices.device(device.id)
            }
        }
        self.now = now
        self.report = report
        self.prepare = prepare
        check = ServiceCheck(of: service, isPatient: broadcast.isPatientWithFew(at: now()))
    }

    /// Sends until the devices are through, or something or somebody ends it.
    ///
    /// - Returns: the broadcast as far as it is settled, and why it ended.
    mutating func run() async -> (Broadcast, Ending) {
        await withTaskGroup(of: Step.self) { group in
            await advance(&group)
            while let step = await group.next() {
                await take(step, &group)
                await advance(&group)
            }
        }
        let isThrough = isWalkOver && !isCutOff && trouble == nil && answered.isEmpty && broadcast.late == nil
        await settleRest()
        if let trouble, !Task.isCancelled { return (broadcast, .trouble(trouble)) }
        return (broadcast, isThrough ? .through : .halted)
    }
}

extension ServiceSender {
    private enum Step: Sendable {
        case answered(AnsweredServicePage, rest: (@Sendable () async -> [ServiceOutcome])?)
        /// Those of a page who were slow.
        case answeredSlowly(AnsweredServicePage)
        case answeredAhead(AnsweredServicePage)
        case answeredLate(LateServiceAnswers)
        case stuck(Trouble)
        case stuckLate(Trouble)
        case rested
    }

    private var isEnding: Bool { isWalkOver || isCutOff || Task.isCancelled || trouble != nil }

    private var mayDispatch: Bool {
        guard !isEnding, !isResting else { return false }
        guard check.isSane else { return underWay == 0 }
        return underWay + answered.count < Self.unsettledPages && broadcast.late?.count ?? 0 < Self.lateLimit
    }

    /// As long as nobody was reached, whoever has to wait may have to because of an outage, which shows when all rounds
    /// are over.
    private mutating func advance(_ group: inout TaskGroup<Step>) async {
        await seeToSample()
        // What is settled makes room for the next pages: nothing else may come back that would have them sent.
        if maySettle { await settleReady() }
        while mayDispatch, let page = await nextPage() {
            underWay += 1
            group.addTask { [prepare, rounds, sentAt = now(), isSane = check.isSane] in
                switch await prepare() {
                case .ready(let attempt):
                    let rounds = rounds(attempt)
                    let answers =
                        isSane
                        ? await rounds.run(page) : ServiceAnswers(outcomes: await rounds.run(page.devices))
                    let answered = AnsweredServicePage(
                        page: page,
                        outcomes: answers.outcomes,
                        sentAt: sentAt,
                        maySettleLate: isSane
                    )
                    return page.isAhead ? .answeredAhead(answered) : .answered(answered, rest: answers.rest)
                case .stuck(let trouble): return .stuck(trouble)
                }
            }
            rest(&group)
        }
        if maySettle { await settleReady() }
        if mayDispatchLate { sendToLate(&group) }
    }

    private var maySettle: Bool {
        check.isSane || check.verdict == .open && isWalkOver && underWay == 0
    }

    /// Those who are to be tried again.
    private var lateNames: [String] { (broadcast.late ?? []).filter { !slow.contains($0) } }

    private var mayDispatchLate: Bool {
        guard !lateNames.isEmpty, !isLateUnderWay, !isCutOff, !Task.isCancelled, trouble == nil else { return false }
        return check.isSane || isWalkOver && underWay == 0 && answered.isEmpty
    }

    /// Sends to those who wait to be tried again: apart from the pages, which do not wait for them.
    private mutating func sendToLate(_ group: inout TaskGroup<Step>) {
        isLateUnderWay = true
        let names = lateNames.prefix(broadcast.draft.ratePerSecond == nil ? Self.lateCount : pageLimit)
        let wait = lateWait
        lateWait = ServiceRounds.firstPause
        group.addTask { [prepare, rounds, clock, settlement, now] in
            // A cancelled rest is a short one.
            try? await clock.sleep(for: wait)
            var devices: [Device] = []
            do throws(KVError) {
                for id in names.compactMap({ DeviceID($0) }) {
                    if let device = try await settlement.devices.device(id) { devices.append(device) }
                }
            } catch {
                return .stuckLate(Trouble(walking: error))
            }
            let found = Set(devices.map(\.id.text))
            let page = ServicePage(devices)
            let sentAt = now()
            switch await prepare() {
            case .ready(let attempt):
                let outcomes = await rounds(attempt).run(devices, rounds: ServiceRounds.roundCountOfLate)
                let answered = AnsweredServicePage(page: page, outcomes: outcomes, sentAt: sentAt)
                let withdrawn = names.filter { !found.contains($0) }
                return .answeredLate(LateServiceAnswers(answered: answered, withdrawn: withdrawn))
            case .stuck(let trouble): return .stuckLate(trouble)
            }
        }
    }

    /// Looks at all devices where nobody of the first was reached, and judges by what was found there.
    private mutating func seeToSample() async {
        guard underWay == 0, trouble == nil, !isCutOff, !Task.isCancelled else { return }
        if check.verdict == .suspicious {
            check.beginSample()
            do throws(KVError) {
                if !isWalkOver { sample = try await walk.sample(SanityCheck.sampleCount) }
            } catch {
                trouble = Trouble(walking: error)
                return
            }
        }
        guard sample.isEmpty, !Task.isCancelled else { return }
        if check.verdict == .sampling { trouble = check.endSample() }
        if isWalkOver { trouble = trouble ?? check.end() }
        if case .serviceOutage = trouble { reopenAnswered() }
    }

    /// What was given up page by page is for the time after the outage.
    private mutating func reopenAnswered() {
        for number in answered.keys { answered[number]?.reopen() }
        for place in sampleAnswers.indices { sampleAnswers[place].reopen() }
    }

    private mutating func nextPage() async -> ServicePage? {
        if !sample.isEmpty {
            let part = Array(sample.prefix(pageLimit))
            sample.removeFirst(part.count)
            return ServicePage(part)
        }
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

    private mutating func take(_ step: Step, _ group: inout TaskGroup<Step>) async {
        switch step {
        case .answered(var page, let rest):
            underWay -= 1
            judge(&page)
            answered[page.page.number] = page
            if let rest { wait(for: rest, on: page, &group) }
        case .answeredSlowly(var part):
            slow.subtract(part.page.devices.map(\.id.text))
            trouble = trouble ?? check.refusal(part.outcomes)
            isCutOff = isCutOff || part.isCutOff
            if trouble == nil { part.giveUp() }
            heedWaits(part.outcomes)
            if answered[part.page.number] == nil {
                await settle([], late: LateServiceAnswers(answered: part.decided, withdrawn: []))
            } else {
                answered[part.page.number]?.complete(with: part)
            }
        case .answeredAhead(var page):
            underWay -= 1
            judge(&page)
            sampleAnswers.append(page)
        case .answeredLate(var late):
            isLateUnderWay = false
            trouble = trouble ?? check.refusal(late.answered.outcomes)
            isCutOff = isCutOff || late.answered.isCutOff
            if trouble == nil { late.answered.giveUp() }
            late.answered = late.answered.decided
            await settle([], late: late)
        case .stuck(let found):
            underWay -= 1
            trouble = trouble ?? found
        case .stuckLate(let found):
            isLateUnderWay = false
            trouble = trouble ?? found
        case .rested: isResting = false
        }
    }

    private mutating func wait(
        for rest: @escaping @Sendable () async -> [ServiceOutcome],
        on page: AnsweredServicePage,
        _ group: inout TaskGroup<Step>
    ) {
        let part = page.those(page.placesUnderWay)
        slow.formUnion(part.page.devices.map(\.id.text))
        group.addTask {
            var part = part
            part.outcomes = await rest()
            return .answeredSlowly(part)
        }
    }

    private mutating func judge(_ page: inout AnsweredServicePage) {
        trouble = trouble ?? check.judge(page.outcomes, of: page.page.devices)
        if let silence = check.silence(page.outcomes) {
            trouble = trouble ?? silence
            page.reopen()
        }
        isCutOff = isCutOff || page.isCutOff
        page.maySettleLate = page.maySettleLate && trouble == nil
        if trouble == nil { page.giveUp() }
        heedWaits(page.outcomes)
    }

    private mutating func heedWaits(_ outcomes: [ServiceOutcome]) {
        for case .late(let delay) in outcomes {
            lateWait = min(ServiceRounds.longestPause, max(lateWait, delay.wait ?? lateWait))
        }
    }

    /// Settles the pages that follow on what was settled before, as far as all on them are dealt with.
    private mutating func settleReady() async {
        if case .storage = trouble { return }
        if case .serviceRefuses = trouble, !check.isSane { return }
        var pages: [AnsweredServicePage] = []
        while let page = answered[next], page.isDecided {
            pages.append(page)
            answered[next] = nil
            next += 1
        }
        let ahead = sampleAnswers.map(\.decided)
        sampleAnswers = []
        if !pages.isEmpty || !ahead.isEmpty { await settle(pages, ahead: ahead) }
    }

    /// Whoever was accepted has the message, whatever the others were answered: the next sender passes over them.
    private mutating func settleRest() async {
        if case .storage = trouble { return }
        var ahead: [AnsweredServicePage] = []
        var unsettled = Tally()
        for page in Array(answered.values) + sampleAnswers {
            let accepted = page.outcomes.indices.filter { page.outcomes[$0] == .accepted }
            if !accepted.isEmpty { ahead.append(page.those(accepted)) }
            for outcome in page.outcomes where outcome != .accepted { unsettled.count(outcome) }
        }
        if !ahead.isEmpty { await settle([], ahead: ahead) }
        broadcast.unsettled = unsettled
    }

    private mutating func settle(
        _ pages: [AnsweredServicePage],
        ahead: [AnsweredServicePage] = [],
        late: LateServiceAnswers? = nil
    ) async {
        if case .storage = trouble { return }
        do throws(KVError) {
            broadcast = try await settlement.settle(pages, ahead: ahead, late: late, of: broadcast)
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

    /// The service serves others: whoever still has to wait after all rounds has failed, unless it is tried again apart from
    /// its page, and a refusal is about a device.
    fileprivate mutating func giveUp() {
        for place in outcomes.indices {
            switch outcomes[place] {
            case .late(let delay): if !maySettleLate { outcomes[place] = .failed(reason: delay.reason) }
            case .refused(let refusal): outcomes[place] = .rejected(reason: refusal.reason)
            case .accepted, .gone, .rejected, .failed, .broken, .underWay, .cutOff, .withdrawn: continue
            }
        }
    }
}
