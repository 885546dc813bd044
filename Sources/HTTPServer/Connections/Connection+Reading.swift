import CMicroHTTPD

/// What the polling thread does while a request comes in.
extension Connection {
    /// The request line is read.
    func begin(target: UnsafePointer<CChar>?) {
        core.exchangeBegan()
        let text = target.flatMap { String(validatingCString: $0) }
        let byteCount = text?.utf8.count ?? 0
        state.withLock { state in
            if state.phase == .waiting { state.phase = .header }
            // The first request of a connection has had its deadline since the connection came.
            if state.exchange > 0 { state.deadline = .now + core.headerNanoseconds }
            state.target = text
            state.targetByteCount = byteCount
        }
    }

    /// The library has something: the header, a part of the body, the end of the body, or the connection again after
    /// it was resumed.
    ///
    /// - Returns: whether to go on with the connection.
    func advance(_ line: RequestLine, part: UnsafeRawBufferPointer) -> Bool {
        switch state.withLock({ $0.phase }) {
        case .header: readHeader(line)
        case .body: part.isEmpty ? handle() : readBody(part)
        case .handling: answerWhenHandled()
        case .waiting, .responding, .cut, .closed: false
        }
    }

    private func readHeader(_ line: RequestLine) -> Bool {
        var head = RequestHead(of: self, line: line)
        let decision = head.decide(in: core)
        let now = Instant.now
        let answer = state.withLock { state -> HTTPResponse? in
            guard state.phase == .header else { return nil }
            switch decision {
            // The library closes a connection that is answered before its request is read, so that is for requests
            // whose body nobody wants, or has no certain end; the others are answered at their end.
            case .answer(let response) where head.hasBody || head.problem != nil:
                state.lingers = true
                return response
            case .answer(let response):
                state.phase = .handling
                state.answer = response
                state.method = head.request.method
            case .handle(let route):
                state.phase = .body
                state.idleSince = now
                state.deadline = now + core.bodyNanoseconds
                state.upload = Upload(
                    request: head.request,
                    route: route,
                    announcedByteCount: head.announcedByteCount,
                    startedAt: now
                )
            }
            return nil
        }
        guard let answer else { return true }
        return respond(answer, to: head.request.method)
    }

    private func readBody(_ part: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.phase == .body, state.upload != nil else { return false }
            state.idleSince = .now
            state.upload?.append(part)
            if let upload = state.upload, !upload.isTooLong {
                state.deadline = upload.startedAt + core.bodyNanoseconds(for: upload.request.body.count)
            }
            return true
        }
    }
}
