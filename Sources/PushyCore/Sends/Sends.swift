import APNs
import Foundation
import Synchronization
import WorkersKV

/// Sends messages to a user's devices, or to one, whatever services reach them; says what became of each, and keeps a log.
public final class Sends: Sendable {
    private let apps: Apps
    private let spaces: AppSpaces
    let channels: AppChannels
    let held: HeldSends
    let now: @Sendable () -> Date
    let report: @Sendable (String) -> Void
    private let places: SendPlaces
    private let counts = Mutex(SendCounts())
    /// Answers to requests with an idempotency key that could not be written down yet.
    private let unkept = Mutex<[UnkeptKey: SendClaims.Claim]>([:])
    /// What is being sent that was held.
    let late = Mutex<[SendID: Task<Void, Never>]>([:])

    /// Opens what the store holds of sends; the report is told, as a sentence, of what could not be written down.
    public convenience init(
        in store: KVStore,
        apps: Apps,
        spaces: AppSpaces,
        channels: AppChannels,
        report: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Date
    ) async throws(KVError) {
        try await self.init(
            in: store,
            apps: apps,
            spaces: spaces,
            channels: channels,
            places: SendPlaces(),
            report: report,
            now: now
        )
    }

    init(
        in store: KVStore,
        apps: Apps,
        spaces: AppSpaces,
        channels: AppChannels,
        places: SendPlaces,
        report: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Date
    ) async throws(KVError) {
        self.apps = apps
        self.spaces = spaces
        self.channels = channels
        self.places = places
        self.report = report
        self.now = now
        held = try await HeldSends(in: store)
    }

    /// What became of devices since the process began, for metrics.
    public var activity: SendCounts { counts.withLock { $0 } }

    /// Carries a request out. The same idempotency key with the same request again gives the answer that it gave before.
    public func send(
        _ request: SendRequest,
        by caller: AppCaller,
        idempotencyKey: IdempotencyKey? = nil
    ) async throws(SendFailure) -> SendAnswer {
        let (app, space) = try await place(of: caller)
        if request.isDryRun { return .preview(try await preview(request, of: app, in: space)) }
        let fresh = SendID(at: now())
        guard let idempotencyKey else {
            return try await carryOut(request, as: fresh, by: caller, app, space, keeping: nil)
        }
        if let claim = await unkeptAnswer(for: idempotencyKey, in: app, space) {
            guard claim.digest == request.digest else { throw .keyTaken }
            return SendAnswer(claim)
        }
        let claimed = try await SendFailure.wrapping { () async throws(KVError) in
            try await space.claims.claim(idempotencyKey, for: request.digest, as: fresh)
        }
        switch claimed {
        case .answered(let claim): return SendAnswer(claim)
        case .underWay: throw .underWay
        case .cutShort: throw .cutShort
        case .taken: throw .keyTaken
        case .ours(let id):
            do throws(SendFailure) {
                return try await carryOut(request, as: id, by: caller, app, space, keeping: idempotencyKey)
            } catch {
                await release(idempotencyKey, in: space)
                throw error
            }
        }
    }

    func place(of caller: AppCaller) async throws(SendFailure) -> (App, AppSpace) {
        do throws(AppFailure) {
            let app = try await apps.app(caller.app)
            guard app.incarnation == caller.incarnation else { throw AppFailure.unknown(caller.app) }
            let space = try await AppFailure.wrapping { () async throws(KVError) in try await spaces.space(of: app) }
            return (app, space)
        } catch {
            throw .app(error)
        }
    }

    private func carryOut(
        _ request: SendRequest,
        as id: SendID,
        by caller: AppCaller,
        _ app: App,
        _ space: AppSpace,
        keeping key: IdempotencyKey?
    ) async throws(SendFailure) -> SendAnswer {
        if let debounce = request.debounce {
            let waiting = try await SendFailure.wrapping { () async throws(KVError) in
                try await held.hold(request, for: debounce, by: caller, as: id)
            }
            let answer = SendAnswer.held([
                "id": .string(waiting.id.text), "status": "held",
                "sends_at": .string(waiting.dueAt.formatted(.iso8601)),
            ])
            await keep(answer, to: request, for: key, as: id, of: app, in: space)
            return answer
        }
        try places.take(for: app.id)
        defer { places.giveBack(for: app.id) }
        return .sent(try await deliver(request, as: id, of: app, in: space, keeping: key).json)
    }

    func deliver(
        _ request: SendRequest,
        as id: SendID,
        of app: App,
        in space: AppSpace,
        keeping key: IdempotencyKey?
    ) async throws(SendFailure) -> SendReport {
        let devices = try await devices(of: request.target, in: space)
        try checkWays(to: devices, of: app)
        let sentAt = now()
        let answers = await fanOut(request.message, as: id, to: devices, of: app)
        // What was sent stays sent: when that cannot be written down, the answer is given all the same.
        let settled = await settle(answers, of: devices, request, as: id, sentAt: sentAt, in: space, keeping: key)
        let report: SendReport
        switch settled {
        case .success(let written): report = written
        case .failure(let error):
            self.report("What became of send \(id.text) could not be written down: \(error)")
            report = SendReport(id: id.text, outcomes: zip(devices, answers).map { SendOutcome($0, untouched: $1) })
            if let key {
                let claim = space.claims.claim(.sent(report.json), to: request.digest, as: id)
                unkept.withLock { $0[UnkeptKey(app: app, key: key)] = claim }
            }
        }
        counts.withLock { $0.count(report.outcomes) }
        return report
    }

    func devices(of target: SendRequest.Target, in space: AppSpace) async throws(SendFailure) -> [Device] {
        let found = try await SendFailure.wrapping { () async throws(KVError) -> [Device]? in
            switch target {
            case .user(let user): return try await space.devices.devices(of: user)
            case .device(let id): return try await space.devices.device(id).map { [$0] }
            }
        }
        if let found { return found }
        guard case .device(let id) = target else { return [] }
        throw .unknownDevice(id)
    }

    /// Nobody is sent to while the credentials for some cannot be opened: the same request goes to all of them later.
    private func checkWays(to devices: [Device], of app: App) throws(SendFailure) {
        for service in PushServiceKind.allCases where devices.contains(where: { $0.platform.service == service }) {
            do throws(ChannelMissing) {
                _ = try channels.channel(of: app, for: service)
            } catch {
                if error.isForNow { throw .noWayNow(error.reason) }
            }
        }
    }

    /// Sends to all services at once: none waits for another.
    private func fanOut(
        _ message: GatewayMessage,
        as id: SendID,
        to devices: [Device],
        of app: App
    ) async -> [DeviceAnswer] {
        var answers = devices.map { _ in DeviceAnswer.failed(reason: "The service gave no answer.") }
        await withTaskGroup(of: [(Int, DeviceAnswer)].self) { group in
            for service in PushServiceKind.allCases {
                let part = devices.enumerated().filter { $0.element.platform.service == service }
                guard !part.isEmpty else { continue }
                group.addTask { [channels, moment = now()] in
                    let theirs = part.map(\.element)
                    let answers: [DeviceAnswer]
                    do throws(ChannelMissing) {
                        let channel = try channels.channel(of: app, for: service)
                        answers = await channel.send(message, as: id, to: theirs, at: moment)
                    } catch {
                        answers = theirs.map { _ in .failed(reason: error.reason) }
                    }
                    return zip(part, answers).map { ($0.offset, $1) }
                }
            }
            for await part in group {
                for (place, answer) in part { answers[place] = answer }
            }
        }
        return answers
    }

    /// Deletes what is gone and writes down what became of the send, in one commit.
    private func settle(
        _ answers: [DeviceAnswer],
        of devices: [Device],
        _ request: SendRequest,
        as id: SendID,
        sentAt: Date,
        in space: AppSpace,
        keeping key: IdempotencyKey?
    ) async -> Result<SendReport, KVError> {
        do throws(KVError) {
            let written = try await space.registry.store.commit { transaction throws(KVError) in
                let outcomes = try space.devices.settle(answers, of: devices, sentAt: sentAt, in: transaction)
                let report = SendReport(id: id.text, outcomes: outcomes)
                try space.log.add(SendLog.Entry(report, of: request.target, at: sentAt), in: transaction)
                if let key {
                    let claim = space.claims.claim(.sent(report.json), to: request.digest, as: id)
                    try space.claims.keep(claim, for: key, in: transaction)
                }
                return report
            }
            return .success(written)
        } catch {
            return .failure(error)
        }
    }

    /// An answer that could not be written down when it was given: it is now, if that can be.
    private func unkeptAnswer(for key: IdempotencyKey, in app: App, _ space: AppSpace) async -> SendClaims.Claim? {
        let name = UnkeptKey(app: app, key: key)
        guard let claim = unkept.withLock({ $0[name] }) else { return nil }
        if await keep(claim, for: key, in: space) { unkept.withLock { $0[name] = nil } }
        return claim
    }

    private func keep(
        _ answer: SendAnswer,
        to request: SendRequest,
        for key: IdempotencyKey?,
        as id: SendID,
        of app: App,
        in space: AppSpace
    ) async {
        guard let key else { return }
        let claim = space.claims.claim(answer, to: request.digest, as: id)
        if await !keep(claim, for: key, in: space) {
            unkept.withLock { $0[UnkeptKey(app: app, key: key)] = claim }
        }
    }

    private func keep(_ claim: SendClaims.Claim, for key: IdempotencyKey, in space: AppSpace) async -> Bool {
        do throws(KVError) {
            try await space.registry.store.commit { transaction throws(KVError) in
                try space.claims.keep(claim, for: key, in: transaction)
            }
            return true
        } catch {
            report("The answer to an Idempotency-Key could not be kept: \(error)")
            return false
        }
    }

    private func release(_ key: IdempotencyKey, in space: AppSpace) async {
        do throws(KVError) {
            try await space.claims.release(key)
        } catch {
            report("An Idempotency-Key whose request failed could not be given free: \(error)")
        }
    }
}

/// Whose idempotency key it is.
private struct UnkeptKey: Hashable {
    let incarnation: String
    let key: IdempotencyKey

    init(app: App, key: IdempotencyKey) {
        incarnation = app.incarnation
        self.key = key
    }
}

extension SendAnswer {
    /// The answer that was given before; what is stored was written here.
    fileprivate init(_ claim: SendClaims.Claim) {
        var json = JSONObject()
        if let answer = claim.answer, case .object(let stored)? = try? JSONValue(reading: Array(answer.utf8)) {
            json = stored
        }
        self = claim.isHeld ? .held(json) : .sent(json)
    }
}
