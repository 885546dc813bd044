extension Connection {
    /// Gives the response to the library, on the polling thread.
    ///
    /// - Returns: whether to go on with the connection.
    func respond(_ response: HTTPResponse, to method: HTTPMethod) -> Bool {
        switch response.body {
        case .empty: respond(response, bytes: [])
        case .bytes(let bytes): respond(response, bytes: bytes)
        // The answer to HEAD is the header alone, so the sequence is not even begun.
        case .stream where method == .head: respond(response, bytes: [])
        case .stream(let body): respond(response, stream: body)
        }
    }

    private func respond(_ response: HTTPResponse, bytes: [UInt8]) -> Bool {
        guard let prepared = LibraryResponse(bytes: bytes) else { return false }
        return queue(prepared, response)
    }

    private func respond(_ response: HTTPResponse, stream body: ByteStream) -> Bool {
        let stream = ResponseStream(connection: library)
        guard let prepared = LibraryResponse(stream: stream) else { return false }
        state.withLock { $0.stream = stream }
        guard queue(prepared, response) else { return false }
        if core.isStopping { stream.close(ResponseStream.ended) }
        let report = core.configuration.report
        stream.start(body) { report(.streamFailed($0)) }
        return true
    }

    private func queue(_ prepared: borrowing LibraryResponse, _ response: HTTPResponse) -> Bool {
        for field in response.headers where !field.isNamed("Content-Length") {
            if !prepared.add(field) {
                core.configuration.report(.library("The header field \(field.name) of a response was left out."))
            }
        }
        if core.isStopping, !response.headers.contains("Connection") {
            for field in ["Connection": "close"] as HTTPHeaders { _ = prepared.add(field) }
        }
        let isCut = state.withLock { state in
            if state.phase != .cut { state.phase = .responding }
            return state.phase == .cut
        }
        return !isCut && library.queue(prepared, status: response.status)
    }
}
