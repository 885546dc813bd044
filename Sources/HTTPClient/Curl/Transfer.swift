import CCurl
import Foundation
import Synchronization

/// One request on its way, from the thread that carries it.
final class Transfer: Sendable {
    private let request: ClientRequest
    private let configuration: HTTPClient.Configuration
    private let isCancelled = Atomic(false)

    init(_ request: ClientRequest, _ configuration: HTTPClient.Configuration) {
        self.request = request
        self.configuration = configuration
    }

    /// Ends it within a second; it fails as cancelled.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Sends the request and reads the answer; blocks.
    func perform() -> Result<ClientResponse, HTTPClientError> {
        let reception = Reception(
            limit: configuration.answerLimit,
            isCancelled: { [self] in
                isCancelled.load(ordering: .relaxed)
            }
        )
        return Result { () throws(HTTPClientError) in
            guard !isCancelled.load(ordering: .relaxed) else { throw .cancelled }
            let fields = try HeaderList(request.headers)
            do throws(EasyHandle.Failure) {
                let handle = try EasyHandle()
                try describe(on: handle, fields)
                if let caFile = configuration.caFile {
                    guard let trust = Self.trust(besides: handle.systemTrust, caFile: caFile) else {
                        return .failure(HTTPClientError.unreadableTrust(path: caFile))
                    }
                    try handle.setTrust(trust)
                }
                try reception.receive(from: handle)
                return .success(ClientResponse(status: handle.status, body: reception.body))
            } catch {
                throw reception.error(for: error)
            }
        }.flatMap { $0 }
    }

    private func describe(on handle: borrowing EasyHandle, _ fields: borrowing HeaderList) throws(EasyHandle.Failure) {
        try handle.set(CURLOPT_URL, request.url)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(configuration.connectDeadline))
        try handle.set(CURLOPT_TIMEOUT_MS, Self.milliseconds(configuration.deadline))
        if !request.body.isEmpty || request.method == "POST" { try handle.setBody(request.body) }
        try handle.set(CURLOPT_CUSTOMREQUEST, request.method)
        try EasyHandle.check(CurlSetFields(handle.pointer, fields.first))
    }

    /// 0 would be no deadline at all.
    private static func milliseconds(_ duration: Duration) -> Int { max(1, Int(duration / .milliseconds(1))) }

    /// The system's certificates and those of the file; libcurl takes a file of its own in place of the system's.
    private static func trust(besides system: String?, caFile: String) -> [UInt8]? {
        guard let own = FileManager.default.contents(atPath: caFile), !own.isEmpty else { return nil }
        let others = system.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
        return Array(others) + Array("\n".utf8) + Array(own)
    }
}
