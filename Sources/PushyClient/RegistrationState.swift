import Foundation

/// What the app wants the server to know, what the server has confirmed, and so what is to be done next.
///
/// It outlives the process. Before a request leaves, whatever it may change counts as unknown, for a request that failed on its
/// way back has still changed it.
struct RegistrationState: Codable, Hashable, Sendable {
    let server: String
    let appKey: String
    /// Whom the app named last, whether or not it has a token yet.
    private(set) var owner = DeviceOwner.unnamed
    /// What the app asked for last; nothing when it asked for no registration.
    private(set) var wish: Registration?
    /// What the server is known to hold.
    private(set) var confirmed: Registration?
    /// What the server calls the devices that it was told of, by their tokens.
    private(set) var ids: [String: String] = [:]
    /// Tokens that the server may hold and should not.
    private(set) var removals: Set<String> = []

    /// One request.
    enum Step: Hashable, Sendable {
        case register(Registration)
        case remove(token: String, id: String?)
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
        owner = known.owner
        wish = known.wish
        removals = known.removals
        guard known.appKey == appKey else { return }
        confirmed = known.confirmed
        ids = known.ids
    }

    /// What was remembered before clients knew users names none.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        server = try container.decode(String.self, forKey: .server)
        appKey = try container.decode(String.self, forKey: .appKey)
        owner = try container.decodeIfPresent(DeviceOwner.self, forKey: .owner) ?? .unnamed
        wish = try container.decodeIfPresent(Registration.self, forKey: .wish)
        confirmed = try container.decodeIfPresent(Registration.self, forKey: .confirmed)
        ids = try container.decodeIfPresent([String: String].self, forKey: .ids) ?? [:]
        removals = try container.decode(Set<String>.self, forKey: .removals)
    }

    /// For the storage. A state of strings and flags always encodes.
    var encoded: Data {
        (try? JSONEncoder().encode(self)) ?? Data()
    }

    /// Whether the app wants the server to forget this device.
    var isOptedOut: Bool { wish == nil }

    /// Whether the app wants the server to forget this device, or whose it is.
    var isWithdrawal: Bool { isOptedOut || owner == .nobody }

    /// What the server calls the device as it is registered now.
    var deviceID: String? { confirmed.flatMap { ids[$0.token] } }

    /// The next request, or nothing when the server knows what it should: first what adds, then what takes away.
    var nextStep: Step? {
        if let wish, wish != confirmed { return .register(wish) }
        return removals.min().map { .remove(token: $0, id: ids[$0]) }
    }

    /// The app wants this registration, as the device of whom it named; a token that it replaces is to go.
    mutating func wish(for registration: Registration) {
        if let replaced = wish?.token { removals.insert(replaced) }
        removals.remove(registration.token)
        wish = registration
        wish?.owner = owner
    }

    /// The app wants the device to be somebody's, once it is registered.
    mutating func wish(for owner: DeviceOwner) {
        self.owner = owner
        wish?.owner = owner
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

    /// The server has confirmed it, and may have said what it calls the device. The wish may have changed meanwhile.
    mutating func finish(_ step: Step, id: String?) {
        switch step {
        case .register(let registration):
            if let id { ids[registration.token] = id }
            if wish?.token == registration.token { confirmed = registration }
        case .remove(let token, _):
            removals.remove(token)
            ids[token] = nil
            if confirmed?.token == token { confirmed = nil }
        }
    }
}
