import CCurl

/// The loop that carries all transfers of a client, on its own thread from its first line to its last.
final class TransferLoop {
    private let configuration: HTTPClient.Configuration
    private let desk: TransferDesk
    private let now: HTTPClient.Now
    private let sockets = ConnectionSockets()
    private var origins: [String: OriginQueue] = [:]
    private var active: [UnsafeMutableRawPointer: TransferSlot] = [:]
    private var idle: [TransferSlot] = []
    private var certificates: TrustedCertificates?
    /// No deadline of those under way ends before.
    private var nextDeadline: ContinuousClock.Instant

    /// Nothing happens in between: whoever brings something wakes the loop.
    private static let longestWait = Duration.seconds(60)

    init(_ configuration: HTTPClient.Configuration, desk: TransferDesk, now: @escaping HTTPClient.Now) {
        self.configuration = configuration
        self.desk = desk
        self.now = now
        nextDeadline = now()
    }

    func run() {
        // It outlives the slots, whose connections are closed with it and call `sockets`.
        guard let pool = MultiHandle(configuration) else {
            for exchange in desk.close() { exchange.finish(.failure(.failed("libcurl does not start"))) }
            return
        }
        desk.setLoop(TransferDesk.Wake(pointer: pool.pointer))
        while takeInbox(pool) {
            startWhatMay(pool)
            pool.perform()
            while let (handle, result) = pool.nextFinished() { finish(handle, result, pool) }
            expireWaiting()
            expireUnderWay(pool)
            startWhatMay(pool)
            pool.wait(milliseconds: wait())
        }
        desk.setLoop(nil)
        for slot in active.values { pool.remove(slot.handle) }
    }

    /// False once the client is gone.
    private func takeInbox(_ pool: borrowing MultiHandle) -> Bool {
        let (submitted, cancelled, isStopping) = desk.take()
        for exchange in submitted {
            if exchange.isCancelled {
                exchange.finish(.failure(.cancelled))
            } else {
                origin(of: exchange).enqueue(exchange)
            }
        }
        for exchange in cancelled { cancel(exchange, pool) }
        return !isStopping
    }

    private func origin(of exchange: Exchange) -> OriginQueue {
        let name = exchange.address.origin
        if let origin = origins[name] { return origin }
        let origin = OriginQueue(configuration)
        origins[name] = origin
        return origin
    }

    private func cancel(_ exchange: Exchange, _ pool: borrowing MultiHandle) {
        if origins[exchange.address.origin]?.remove(exchange) == true {
            exchange.finish(.failure(.cancelled))
        } else if let slot = active.values.first(where: { $0.exchange === exchange }) {
            release(slot, pool)
            exchange.finish(.failure(.cancelled))
        }
    }
}

// Transfers begin and end.
extension TransferLoop {
    private func startWhatMay(_ pool: borrowing MultiHandle) {
        for origin in origins.values {
            while let exchange = origin.dequeue() { start(exchange, of: origin, pool) }
        }
    }

    private func start(_ exchange: Exchange, of origin: OriginQueue, _ pool: borrowing MultiHandle) {
        do throws(HTTPClientError) {
            guard exchange.isStillWanted() else { throw .cancelled }
            let slot = try takeSlot()
            // From here on `release` undoes all of it.
            active[slot.handle.pointer] = slot
            do throws(HTTPClientError) {
                try slot.begin(exchange, of: origin)
                nextDeadline = min(nextDeadline, exchange.deadline)
                guard pool.add(slot.handle) else { throw .failed("libcurl takes no more transfers") }
            } catch {
                release(slot, pool)
                exchange.finish(.failure(error))
            }
        } catch {
            origin.finished(exchange)
            exchange.finish(.failure(error))
        }
    }

    private func takeSlot() throws(HTTPClientError) -> TransferSlot {
        if let slot = idle.popLast() { return slot }
        return try makeSlot()
    }

    private func makeSlot() throws(HTTPClientError) -> TransferSlot {
        let handle: EasyHandle
        do throws(EasyHandle.Failure) {
            handle = try EasyHandle()
        } catch {
            throw .failed(error.text)
        }
        if let path = configuration.caFile, certificates == nil {
            certificates = TrustedCertificates(besidesThoseOf: handle, path: path)
            if certificates == nil { throw .unreadableTrust(path: path) }
        }
        do throws(EasyHandle.Failure) {
            return try TransferSlot(configuration, sockets: sockets, handle: handle, trusting: certificates, now: now)
        } catch {
            throw .failed(error.text)
        }
    }

    private func finish(_ handle: UnsafeMutableRawPointer, _ result: CURLcode, _ pool: borrowing MultiHandle) {
        guard let slot = active[handle], let exchange = slot.exchange, let origin = slot.origin else { return }
        if result == CURLE_OK {
            origin.widenLane(of: exchange)
            let response = ClientResponse(status: slot.handle.status, headers: exchange.fields, body: exchange.body)
            release(slot, pool)
            exchange.finish(.success(response))
            return
        }
        release(slot, pool)
        exchange.finish(.failure(HTTPClientError(result, of: exchange, caFile: configuration.caFile)))
    }

    private func release(_ slot: TransferSlot, _ pool: borrowing MultiHandle) {
        active[slot.handle.pointer] = nil
        pool.remove(slot.handle)
        if let exchange = slot.exchange, let origin = slot.origin { origin.finished(exchange) }
        slot.end()
        idle.append(slot)
    }
}

// Deadlines.
extension TransferLoop {
    private func expireWaiting() {
        let now = now()
        for (name, origin) in origins {
            for exchange in origin.removeExpired(at: now) {
                exchange.finish(.failure(.noTurn))
            }
            if origin.isEmpty, !sockets.haveConnection(to: origin) { origins[name] = nil }
        }
    }

    /// Ends those that a connection had for as long as anybody waits, each by itself: its neighbours may be answered yet.
    private func expireUnderWay(_ pool: borrowing MultiHandle) {
        let now = now()
        guard nextDeadline <= now else { return }
        // What is begun from here on ends later.
        nextDeadline = now + configuration.deadline
        var silent: [ObjectIdentifier: Connection] = [:]
        for slot in Array(active.values) {
            guard let exchange = slot.exchange, let origin = slot.origin else { continue }
            guard exchange.deadline <= now else {
                nextDeadline = min(nextDeadline, exchange.deadline)
                continue
            }
            let begun = exchange.begun
            // Where somebody had less patience than that, the server has not shown itself slow.
            let isSlow = begun.map { $0 + configuration.silenceLimit <= now } ?? true
            if isSlow { origin.narrowLane(of: exchange) }
            release(slot, pool)
            exchange.finish(.failure(HTTPClientError(CURLE_OPERATION_TIMEDOUT, of: exchange, caFile: nil)))
            if isSlow, let connection = exchange.connection, let begun, connection.lastHeard <= begun {
                silent[ObjectIdentifier(connection)] = connection
            }
        }
        for connection in silent.values where !mayBeHeardFrom(connection, at: now) { sockets.sever(connection) }
    }

    /// Whether a connection that was silent for so long has a request that has not waited long.
    ///
    /// Without one, all that it has are those of lanes that hang, or it is dead: what comes next shall not go that way.
    private func mayBeHeardFrom(_ connection: Connection, at moment: ContinuousClock.Instant) -> Bool {
        active.values.contains { slot in
            guard let exchange = slot.exchange, exchange.connection === connection else { return false }
            return exchange.begun.map { $0 + configuration.silenceLimit > moment } ?? false
        }
    }

    private func wait() -> Int32 {
        let now = now()
        var deadline = origins.values.compactMap(\.earliestDeadline).min() ?? now + Self.longestWait
        if !active.isEmpty { deadline = min(deadline, nextDeadline) }
        let milliseconds = min(now.duration(to: deadline), Self.longestWait) / .milliseconds(1)
        return Int32(max(0, milliseconds.rounded(.up)))
    }
}
