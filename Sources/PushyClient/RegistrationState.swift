import Foundation

/// What the app wants the server to know, what the server has confirmed, and so what is to be done next.
///
/// It outlives the process. Before a request leaves, whatever it may change counts as unknown, for a request that failed on its
/// way back has still changed it.
struct RegistrationState: Codable, Hashable, Sendable {
    let server: String
    let appKey: String
    /// What the app asked for last; nothing when it asked for no registration.
    private(set) var wish: Registration?
    /// What the server is known to hold.
    private(set) var confirmed: Registration?
    /// Tokens that the server may hold and should not.
    private(set) var removals: Set<String> = []

    /// One request.
    enum Step: Hashable, Sendable {
        case register(Registration)
        case remove(token: String)
    }
}

extension RegistrationState {
    /// What is remembered, as far as it concerns this server.
    ///
    /// Another server starts from nothing. Another app key on the same server makes the confirmation void, since it may be
    /// another app's now; what has to be removed stays.
    init(encoded: Data?, server: String, appKey: String) {
        self.server = server
        self.appKey = appKey
        guard let encoded, let known = try? JSONDecoder().decode(Self.self, from: encoded), known.server == server
        else { return }
        wish = known.wish
        removals = known.removals
        if known.appKey == appKey { confirmed = known.confirmed }
    }

    /// For the storage. A state of strings and flags always encodes.
    var encoded: Data {
        (try? JSONEncoder().encode(self)) ?? Data()
    }

    /// Whether the app wants the server to forget this device.
    var isOptedOut: Bool { wish == nil }

    /// The next request, or nothing when the server knows what it should: first what adds, then what takes away.
    var nextStep: Step? {
        if let wish, wish != confirmed { return .register(wish) }
        return removals.min().map(Step.remove)
    }

    /// The app wants this registration; a token that it replaces is to go.
    mutating func wish(for registration: Registration) {
        if let replaced = wish?.token { removals.insert(replaced) }
        removals.remove(registration.token)
        wish = registration
    }

    /// The app wants no registration.
    mutating func wishForNone() {
        if let token = wish?.token { removals.insert(token) }
        wish = nil
        confirmed = nil
    }

    /// The request is about to leave.
    mutating func begin(_ step: Step) {
        if case .register = step { confirmed = nil }
    }

    /// The server has confirmed it. The wish may have changed meanwhile.
    mutating func finish(_ step: Step) {
        switch step {
        case .register(let registration):
            if wish?.token == registration.token { confirmed = registration }
        case .remove(let token):
            removals.remove(token)
            if confirmed?.token == token { confirmed = nil }
        }
    }
}
