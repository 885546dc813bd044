import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy apps`
    static let apps = Command(
        "apps",
        summary: "lists, creates, changes and deletes apps, and gives them new keys",
        details: """
            One server can serve several apps, each with its keys, its devices and its own access to APNs, FCM and Web Push. \
            The app that the settings name is the app default; who has no other needs none of this.

            They work on the store itself, whether the server runs or not, and say on standard error which data directory that \
            is. A running server goes by what they change at once.
            """,
        subcommands: [
            .appsList, .appsShow, .appsCreate, .appsChange, .appsDelete, .appsRotateKey, .appsRotateMasterKey,
        ]
    )

    /// What all of them can be told.
    static let appSections = storeSections + [MasterKeyConfiguration.section]

    static let appOperand = Operand(placeholder: "ID", help: "The app's id, such as my-app.")
}

extension Invocation {
    /// Opens the apps of the data directory that was named, says which one it is, and lets the body work on them.
    func withApps<Result>(
        _ body: (Apps) async throws(AppFailure) -> Result
    ) async throws(Complaint) -> Result {
        try await withApps(masterKey: try MasterKeyConfiguration(inputs).current, body)
    }

    /// The same with a master key of the caller's.
    func withApps<Result>(
        masterKey: MasterKey?,
        _ body: (Apps) async throws(AppFailure) -> Result
    ) async throws(Complaint) -> Result {
        try await withStore { store throws(Complaint) in
            let apps = try await Complaint.wrapping { () async throws(KVError) in
                try await Apps(in: store, masterKey: masterKey, now: now)
            }
            do throws(AppFailure) {
                return try await body(apps)
            } catch {
                throw Complaint(about: error)
            }
        }
    }

    /// The app that the command is about.
    var app: AppID {
        get throws(Complaint) {
            do throws(DraftFault) {
                return try AppID(operands[0])
            } catch {
                throw .usage("\"\(operands[0])\" is no app's id: \(error.reason)")
            }
        }
    }
}

extension Complaint {
    init(about failure: AppFailure) {
        switch failure {
        case .fault: self = .usage(failure.description)
        case .unknown: self = .failure("\(failure) pushy apps list shows those there are.")
        case .masterKeyMissing, .masterKeyOther: self = .configuration(failure.description)
        case .exists, .unchangeable, .store: self = .failure(failure.description)
        }
    }
}
