import Foundation
import HTTP2
import Synchronization

/// Sends notifications to one APNs over a few long-lived HTTP/2 connections.
///
/// Connections are opened with the first notification and kept; they are replaced when they fail. Many batches may be
/// under way at once: they take turns on the connections, and the window in flight is the sum of what the server allows
/// each. A thread of its own does the work; a batch is handed to it whole and comes back whole.
///
/// Nothing is lost on the way: what the server did not process, and what it may have processed before a connection
/// broke, is sent again with the same `apns-id`.
public final class APNsClient: Sendable {
    /// Where the client sends to.
    public let endpoint: APNsEndpoint
    /// How it connects, waits and retries.
    public let configuration: APNsClientConfiguration

    private let loop: EventLoop
    private let pool: LoopBound<ConnectionPool>
    private let isShutDown = Mutex(false)
    private let batchCount = Atomic(0)

    /// Makes a client; nothing is connected before the first notification.
    ///
    /// - Parameters:
    ///   - endpoint: Where to send: ``APNsEnvironment/endpoint``, or a simulator's.
    ///   - tokens: The team's provider token; share one among the clients of both environments.
    ///   - configuration: How to connect, wait and retry.
    /// - Throws: ``APNsClientConfiguration/Invalid`` where no client can work so.
    public init(
        endpoint: APNsEndpoint,
        tokens: ProviderTokenSource,
        configuration: APNsClientConfiguration = APNsClientConfiguration()
    ) throws(APNsClientConfiguration.Invalid) {
        self.endpoint = endpoint
        self.configuration = try configuration.checked()
        let tls: TLSContext
        do { tls = try TLSContext.client(trusting: configuration.trust.http2) } catch {
            throw .trust(error.description)
        }
        loop = EventLoop()
        pool = LoopBound(
            handing: ConnectionPool(endpoint, tls: tls, tokens: tokens, configuration: configuration, loop: loop),
            to: loop
        )
    }

    deinit {
        loop.execute { [pool] in pool.value.abandon() }
        loop.stop()
    }
}

extension APNsClient {
    /// Sends one notification to many devices, and returns when each has its outcome: `outcomes[i]` is `deliveries[i]`'s.
    ///
    /// When its task is cancelled, what is in flight is still answered, and the rest fails as ``APNsFailure/shutDown``.
    /// Returns in bounded time whatever the server does; see ``APNsClientConfiguration/patience``.
    public func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await send(notification, to: deliveries, standing: .patient)
    }

    /// Sends one notification to many devices, and hands those back as ``APNsOutcome/late(_:)`` that would have to be tried
    /// again after a pause, so that nobody waits for them.
    public func sendFirst(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await send(notification, to: deliveries, standing: .handsBack)
    }

    /// Sends one notification to devices that were handed back, apart from others at first, and hands those back once more
    /// that fare badly again.
    public func sendLate(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await send(notification, to: deliveries, standing: .handsBack, isApart: true)
    }

    /// Sends one notification to one device.
    public func send(_ notification: APNsNotification, to delivery: APNsDelivery) async -> APNsOutcome {
        await send(notification, to: [delivery])[0]
    }

    /// Takes nothing new, lets what is in flight be answered within the grace, and closes the connections. What was not
    /// sent by then fails as ``APNsFailure/shutDown``.
    public func shutdown(grace: Duration = .seconds(5)) async {
        let isFirst = isShutDown.withLock { isShutDown in
            defer { isShutDown = true }
            return !isShutDown
        }
        if isFirst {
            await withCheckedContinuation { continuation in
                loop.execute { [pool] in pool.value.shutDown(grace: grace) { continuation.resume() } }
            }
            loop.stop()
        }
        await loop.stopped()
    }

    /// What is going on now: cheap enough to be asked every second. All zero after a shutdown.
    public func statistics() async -> APNsStatistics {
        await withCheckedContinuation { continuation in
            let isTaken = handOver { pool in continuation.resume(returning: pool.statistics) }
            if !isTaken { continuation.resume(returning: APNsStatistics()) }
        }
    }

    func send(
        _ notification: APNsNotification,
        to deliveries: [APNsDelivery],
        standing: SendBatch.Standing,
        isApart: Bool = false
    ) async -> [APNsOutcome] {
        guard !deliveries.isEmpty else { return [] }
        let number = batchCount.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = handOver { pool in
                    let batch = SendBatch(notification, to: deliveries, number: number, standing: standing) {
                        outcomes in
                        continuation.resume(returning: outcomes)
                    }
                    if isApart { pool.takeApart(batch) } else { pool.take(batch) }
                }
                if !isTaken {
                    continuation.resume(returning: Array(repeating: .failed(.shutDown), count: deliveries.count))
                }
                // The cancellation may have been faster than the batch.
                if Task.isCancelled { withdraw(number) }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    private func withdraw(_ number: Int) {
        _ = handOver { pool in pool.withdraw(batchNumber: number) }
    }

    /// Does work on the pool's thread, unless the client is shut down. The lock keeps the order: whatever was handed over
    /// before the shutdown is seen by it.
    private func handOver(_ work: @escaping @Sendable (ConnectionPool) -> Void) -> Bool {
        isShutDown.withLock { isShutDown in
            guard !isShutDown else { return false }
            loop.execute { [pool] in work(pool.value) }
            return true
        }
    }
}

extension APNsClientConfiguration.Trust {
    fileprivate var http2: TLSContext.Trust {
        switch self {
        case .system: .system
        case .file(let path): .file(path)
        case .certificates(let text): .certificates(text)
        }
    }
}
