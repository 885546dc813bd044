import Foundation

/// Tells a Pushy server this device's token, and tells it again only when something has changed.
///
/// Make one for the app's lifetime, and call ``register(deviceToken:pro:)`` at each launch, when the system hands over the
/// device token. What the server last confirmed is remembered, so that most launches make no call; a call that failed is
/// made again at the next launch, and a removal that failed as soon as the client is made again. Calls may overlap: one
/// request is under way at a time, and the last call is the one that holds in the end.
///
/// An app whose backend sends to users calls ``signIn(user:)`` and ``signOut()`` as people come and go; before the system has
/// handed over a token, too.
///
/// ```swift
/// let pushy = PushyClient(server: URL(string: "https://push.example.com")!, appKey: "…")
///
/// func application(
///     _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
/// ) {
///     Task { await pushy.register(deviceToken: deviceToken, pro: hasPro) }
/// }
/// ```
public actor PushyClient {
    /// A server takes one change of a device a second. A wait that is longer than this is left to the next launch.
    private static let longestWaitSeconds = 5
    /// Who asks for one change after the other waits so often in a row.
    private static let mostWaits = 3

    private let server: URL
    private let environment: DeviceEnvironment
    private let platform: DevicePlatform
    private let wait: @Sendable (_ seconds: Int) async throws -> Void
    private let storage: any PushyStorage
    private let transport: any PushyTransport

    private var state: RegistrationState {
        didSet { if state != oldValue { storage.save(state.encoded) } }
    }
    private var settling: Task<Outcome, Never>?

    /// Where the device stands with the server after a call.
    public enum Outcome: Hashable, Sendable {
        /// The server knows what it should know, by this call or by an earlier one.
        case confirmed
        /// The server could not be told; the next launch tries again. The reason is for a log, not for the user.
        case postponed(reason: String)
    }

    /// Makes the client of one server.
    ///
    /// - Parameters:
    ///   - server: The server's address without `/devices`, such as `https://push.example.com`.
    ///   - appKey: The app's client key: the server's `PUSHY_APP_KEY`, or the `pg_app_` key of one app of several.
    ///   - environment: Which of Apple's services gave the token: sandbox for debug builds, production for all others.
    ///   - platform: What the device runs.
    ///   - storage: Where the client remembers what the server confirmed.
    ///   - transport: What carries its requests.
    public init(
        server: URL,
        appKey: String,
        environment: DeviceEnvironment = .ofThisBuild,
        platform: DevicePlatform = .ofThisBuild,
        storage: any PushyStorage = UserDefaultsStorage(),
        transport: any PushyTransport = URLSessionTransport()
    ) {
        self.init(
            server: server,
            appKey: appKey,
            environment: environment,
            platform: platform,
            storage: storage,
            transport: transport,
            wait: { seconds in try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000) }
        )
    }

    init(
        server: URL,
        appKey: String,
        environment: DeviceEnvironment,
        platform: DevicePlatform,
        storage: any PushyStorage,
        transport: any PushyTransport,
        wait: @escaping @Sendable (_ seconds: Int) async throws -> Void
    ) {
        self.server = server
        self.environment = environment
        self.platform = platform
        self.storage = storage
        self.transport = transport
        self.wait = wait
        let state = RegistrationState(encoded: storage.load(), server: server.absoluteString, appKey: appKey)
        self.state = state
        // A wish to be registered is repeated by the app itself at each launch; a wish to be left alone is not.
        if state.isWithdrawal, state.nextStep != nil { Task { await settle() } }
    }

    /// What the server calls this device, for a backend that sends to single devices; nothing until it was registered.
    public var deviceID: String? { state.deviceID }

    /// Tells the server this device's token and whether its user is a paying one.
    ///
    /// - Parameters:
    ///   - deviceToken: What the system handed to `didRegisterForRemoteNotificationsWithDeviceToken`.
    ///   - pro: Whether a message to the paying users should reach this device.
    /// - Returns: Whether the server has confirmed it; a caller may well ignore it.
    @discardableResult
    public func register(deviceToken: Data, pro: Bool) async -> Outcome {
        guard !deviceToken.isEmpty else { return .postponed(reason: "The device token is empty.") }
        state.wish(
            for: Registration(
                token: deviceToken.hexadecimal,
                pro: pro,
                environment: environment,
                platform: platform
            )
        )
        return await settle()
    }

    /// Tells the server whose device this is from now on, so that the app's backend can send to all devices of a user.
    ///
    /// It is remembered over launches, until somebody else signs in or ``signOut()`` is called.
    ///
    /// - Parameter user: What the backend calls the user: 1 to 256 bytes.
    /// - Returns: Whether the server has confirmed it, as soon as there is a device to tell it of.
    @discardableResult
    public func signIn(user: String) async -> Outcome {
        guard (1...256).contains(user.utf8.count) else {
            return .postponed(reason: "The user's name must have 1 to 256 bytes.")
        }
        state.wish(for: .user(user))
        return await settle()
    }

    /// Tells the server that this device is nobody's; it stays registered, for what is sent to everyone.
    ///
    /// - Returns: Whether the server has confirmed it; if it could not be told, the next launch tries again.
    @discardableResult
    public func signOut() async -> Outcome {
        state.wish(for: .nobody)
        return await settle()
    }

    /// Tells the server to forget this device, for a user who wants no more notifications.
    ///
    /// - Returns: Whether the server has confirmed it; a caller may well ignore it.
    @discardableResult
    public func deregister() async -> Outcome {
        state.wishForNone()
        return await settle()
    }

    /// Makes request after request until the server knows what it should, joining a run that is under way.
    private func settle() async -> Outcome {
        if let settling { return await settling.value }
        let run = Task { await self.takeSteps() }
        settling = run
        return await run.value
    }

    /// No suspension lies between the last look at the state and the end of the run, so no wish is overlooked.
    private func takeSteps() async -> Outcome {
        defer { settling = nil }
        var waits = 0
        while let step = state.nextStep {
            state.begin(step)
            do {
                let answer = try await transport.answer(to: step.request(to: server, appKey: state.appKey))
                if answer.status == 200 {
                    state.finish(step, id: answer.deviceID)
                } else if let seconds = answer.shortWait(upTo: Self.longestWaitSeconds), waits < Self.mostWaits {
                    waits += 1
                    try await wait(seconds)
                } else if state.nextStep == step {
                    return .postponed(reason: "The server answered with status \(answer.status).")
                }
            } catch {
                // A wish that changed meanwhile gets its own try; the same one waits for the next launch.
                if state.nextStep == step { return .postponed(reason: error.localizedDescription) }
            }
        }
        return .confirmed
    }
}

extension PushyAnswer {
    /// How long to wait until the server takes the same request; nothing where that is long, or will not help.
    fileprivate func shortWait(upTo most: Int) -> Int? {
        guard status == 429, let retryAfterSeconds, (1...most).contains(retryAfterSeconds) else { return nil }
        return retryAfterSeconds
    }
}
