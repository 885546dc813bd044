import Foundation

/// Tells a Pushy server this device's token, and tells it again only when something has changed.
///
/// Make one for the app's lifetime, and call ``register(deviceToken:pro:)`` at each launch, when the system hands over the
/// device token. What the server last confirmed is remembered, so that most launches make no call; a call that failed is
/// made again at the next launch, and a removal that failed as soon as the client is made again. Calls may overlap: one
/// request is under way at a time, and the last call is the one that holds in the end.
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
    private let tokens: URL
    private let environment: DeviceEnvironment
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
    ///   - server: The server's address without `/tokens`, such as `https://push.example.com`.
    ///   - appKey: The server's `PUSHY_APP_KEY`.
    ///   - environment: Which of Apple's services gave the token: sandbox for debug builds, production for all others.
    ///   - storage: Where the client remembers what the server confirmed.
    ///   - transport: What carries its requests.
    public init(
        server: URL,
        appKey: String,
        environment: DeviceEnvironment = .ofThisBuild,
        storage: any PushyStorage = UserDefaultsStorage(),
        transport: any PushyTransport = URLSessionTransport()
    ) {
        self.tokens = server.appendingPathComponent("tokens")
        self.environment = environment
        self.storage = storage
        self.transport = transport
        let state = RegistrationState(encoded: storage.load(), server: server.absoluteString, appKey: appKey)
        self.state = state
        // A wish to be registered is repeated by the app itself at each launch; a wish to be left alone is not.
        if state.isOptedOut, state.nextStep != nil { Task { await settle() } }
    }

    /// Tells the server this device's token and whether its user is a paying one.
    ///
    /// - Parameters:
    ///   - deviceToken: What the system handed to `didRegisterForRemoteNotificationsWithDeviceToken`.
    ///   - pro: Whether a message to the paying users should reach this device.
    /// - Returns: Whether the server has confirmed it; a caller may well ignore it.
    @discardableResult
    public func register(deviceToken: Data, pro: Bool) async -> Outcome {
        guard !deviceToken.isEmpty else { return .postponed(reason: "The device token is empty.") }
        state.wish(for: Registration(token: deviceToken.hexadecimal, pro: pro, environment: environment))
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
        while let step = state.nextStep {
            state.begin(step)
            if let reason = await failure(of: step) {
                // A wish that changed meanwhile gets its own try; the same one waits for the next launch.
                if state.nextStep == step { return .postponed(reason: reason) }
            } else {
                state.finish(step)
            }
        }
        return .confirmed
    }

    /// Why the step failed, or nothing: success is status 200 and no other.
    private func failure(of step: RegistrationState.Step) async -> String? {
        do {
            let status = try await transport.status(of: step.request(to: tokens, appKey: state.appKey))
            return status == 200 ? nil : "The server answered with status \(status)."
        } catch {
            return error.localizedDescription
        }
    }
}
