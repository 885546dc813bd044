/// From a whole request to its response.
extension Connection {
    /// The body is read: runs the handler.
    ///
    /// The task begins on the polling thread itself. A handler that never waits is answered without another thread
    /// and without suspending; one that waits lets the connection be suspended, and holds no thread.
    func handle() -> Bool {
        let taken = state.withLock { state -> (upload: Upload, exchange: Int)? in
            guard state.phase == .body, let upload = state.upload else { return nil }
            state.phase = .handling
            state.upload = nil
            return (upload, state.exchange)
        }
        guard let (upload, exchange) = taken else { return false }
        guard !upload.isTooLong else {
            let problem = HTTPProblem.bodyTooLong(limit: upload.route.bodyLimit)
            return respond(core.router.render(problem, for: upload.request), to: upload.request.method)
        }
        let task = startTask {
            let response = await self.core.router.answer(
                upload.request,
                by: upload.route,
                report: self.core.configuration.report
            )
            self.finishHandling(response, exchange: exchange)
        }
        return awaitAnswer(of: task, method: upload.request.method)
    }

    /// The connection was resumed: its handler is done.
    func answerWhenHandled() -> Bool {
        let (answer, method) = state.withLock { state in
            defer { state.answer = nil }
            return (state.answer, state.method)
        }
        guard let answer else { return awaitAnswer(of: nil, method: method) }
        return respond(answer, to: method)
    }

    /// Ends the wait for a handler that takes longer than the server's stop may; its own answer comes too late then.
    func abandonHandler() {
        let (task, exchange) = state.withLock { ($0.task, $0.exchange) }
        // First the answer: a handler that ends at once when it is cancelled might be ahead of it.
        finishHandling(HTTPResponse(.stopping), exchange: exchange)
        task?.cancel()
    }

    /// The handler's task is done, or given up.
    private func finishHandling(_ response: HTTPResponse, exchange: Int) {
        let resumes = state.withLock { state in
            guard state.phase == .handling, state.exchange == exchange, state.answer == nil else { return false }
            state.answer = response
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        if resumes { library.resume() }
    }

    /// Answers if the handler is done, and suspends the connection if not.
    private func awaitAnswer(of task: Task<Void, Never>?, method: HTTPMethod) -> Bool {
        let answer = state.withLock { state -> HTTPResponse? in
            if let answer = state.answer {
                state.answer = nil
                return answer
            }
            if core.isAbandoning {
                task?.cancel()
                return HTTPResponse(.stopping)
            }
            state.method = method
            if let task { state.task = task }
            library.suspend()
            state.isSuspended = true
            return nil
        }
        guard let answer else { return true }
        return respond(answer, to: method)
    }

    private func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await body() }
        } else {
            Task { await body() }
        }
    }
}
