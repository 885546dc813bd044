import APNs
import WorkersKV

extension Apps {
    /// Changes an app's credentials as far as they are named: what is wrong with one is said now, and nothing is kept then.
    func apply(_ change: AppChange, to app: inout App, in transaction: borrowing KVWriteTransaction) throws {
        guard !change.credentials.isEmpty else { return }
        guard app.id != .default || change.credentials[.apns] == nil else {
            throw AppFailure.unchangeable(
                "The app default reaches APNs by the PUSHY_APNS_ settings: change them there, and restart."
            )
        }
        for (service, fields) in change.credentials {
            // What is taken away, or given whole, need not be legible any more.
            var credentials = AppCredentials()
            if fields != nil, service != .fcm { credentials = try vault.open(app, for: service) }
            try credentials.change(service, to: fields)
            try vault.seal(credentials, for: service, into: &app, in: transaction)
            app.sealed.noteChange(of: service, at: transaction.now)
        }
        app.revision += 1
    }

    /// What an app needs to reach its devices by a service; nothing where it has no credentials for it.
    func credentials(of app: App, for service: PushServiceKind) throws(AppFailure) -> AppCredentials {
        try vault.open(app, for: service)
    }

    /// Makes sure that the master key opens what is stored, and changes nothing. Where nothing is sealed, any does.
    ///
    /// - Throws: ``AppFailure/masterKeyMissing`` or ``AppFailure/masterKeyOther``.
    public func checkMasterKey() async throws(AppFailure) {
        guard try await locked().isEmpty else { throw .masterKeyMissing }
        try await AppFailure.committing(to: store) { [self] transaction throws in
            guard let key = vault.key, try !vault.isInForce(key, in: transaction) else { return }
            guard try !records.all(in: transaction).contains(where: \.holdsCredentials) else {
                throw AppFailure.masterKeyOther
            }
        }
    }

    /// The apps whose credentials nobody can open, since there is no master key.
    public func locked() async throws(AppFailure) -> [AppID] {
        guard vault.key == nil else { return [] }
        return try await all().filter(\.holdsCredentials).map(\.id)
    }

    /// Makes sure that what is stored is sealed with the master key: what is still sealed with the former one is sealed
    /// anew, all in one commit, as after a rotation that was cut short.
    ///
    /// - Throws: ``AppFailure/masterKeyOther`` when it is sealed with neither.
    public func takeUpMasterKey(after former: MasterKey?) async throws(AppFailure) {
        try await AppFailure.committing(to: store) { [self] transaction throws in
            guard let key = vault.key, try !vault.isInForce(key, in: transaction) else { return }
            let sealed = try records.all(in: transaction).filter(\.holdsCredentials)
            let opener = try former.flatMap { try vault.isInForce($0, in: transaction) ? $0 : nil }
            guard let opener = opener ?? (sealed.isEmpty ? key : nil) else { throw AppFailure.masterKeyOther }
            let formerVault = vault.with(opener)
            try vault.putInForce(key, in: transaction)
            for var app in sealed {
                for service in PushServiceKind.allCases where app.sealed[service] != nil {
                    let credentials = try formerVault.open(app, for: service)
                    try vault.seal(credentials, for: service, into: &app, in: transaction)
                }
                try records.put(app, in: transaction)
            }
        }
    }
}

extension App {
    fileprivate var holdsCredentials: Bool { PushServiceKind.allCases.contains { sealed[$0] != nil } }
}
