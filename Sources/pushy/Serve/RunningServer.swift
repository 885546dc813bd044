import Foundation
import HTTPServer
import PushyServer

/// A server from its start to its stop.
struct RunningServer: Sendable {
    private let service: PushyService
    private let log: Log

    /// Opens the store and listens.
    ///
    /// - Throws: a complaint that says what keeps it from starting; nothing is left open then.
    init(_ configuration: ServerConfiguration, log: Log) async throws(Complaint) {
        let push = try configuration.apns.service()
        let settings = configuration.service(through: push, reportingTo: log)
        // Before there is a store: a start that fails leaves no data directory behind.
        do throws(HTTPServerError) { try HTTPServer.tryOut(settings.http) } catch { throw Self.complaint(about: error) }
        let store = try await Complaint.wrapping { () async throws(KVError) in
            let engine = try LMDBEngine(directory: configuration.data.path, access: .server)
            return try await KVStore.open(engine: engine, budget: configuration.budget)
        }
        let service = try await Complaint.wrapping { () async throws(KVError) in
            try await PushyService(store: store, push: push, configuration: settings)
        }
        self.service = service
        self.log = log
        let locked: [AppID]
        do throws(AppFailure) {
            try await service.apps.takeUpMasterKey(after: configuration.masterKey.former)
            locked = try await service.apps.locked()
        } catch {
            await stop()
            throw Complaint(about: error)
        }
        for warning in configuration.keys.warnings { log(warning, level: .warning) }
        log("using the data directory \(configuration.data)")
        if !locked.isEmpty { log(Self.warning(about: locked), level: .warning) }
        if case .failure(let failure) = push { log(failure.description, level: .warning) }
        do {
            let address = try await service.start()
            log("listening on \(configuration.web.tls == nil ? "http" : "https")://\(address)")
        } catch {
            await stop()
            throw Self.complaint(about: error)
        }
    }

    private static func warning(about locked: [AppID]) -> String {
        let names = locked.map(\.text).joined(separator: ", ")
        return """
            nothing can be sent with the credentials that the store holds of \(names): set the PUSHY_MASTER_KEY that they are \
            kept under
            """
    }

    private static func complaint(about error: HTTPServerError) -> Complaint {
        switch error {
        case .portInUse, .portForbidden, .addressUnavailable, .hostNotFound:
            let flag = WebConfiguration.listenSetting.flag
            return .failure(
                "\(error) Say where to listen with --\(flag.name) or \(flag.variable), such as --\(flag.name) 127.0.0.1:8081."
            )
        default: return .failure(error.description)
        }
    }

    /// Takes no new requests, answers those under way, lets broadcasts come to a checkpoint, and closes the store.
    func stop() async {
        do {
            try await service.stop()
        } catch {
            log("the store did not close well: \(error)", level: .error)
        }
    }
}
