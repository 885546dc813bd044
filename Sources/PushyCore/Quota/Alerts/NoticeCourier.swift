/// Hands notices over, and tries again where that may help; nobody waits for it.
public struct NoticeCourier: Sendable {
    private let channel: any NoticeChannel
    private let pauses: [Duration]
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - channel: The way to the owner.
    ///   - pauses: How long to wait before each further try; five tries in ten minutes outlast a restart over there.
    ///   - sleep: Waits; it throws when the task is cancelled.
    public init(
        _ channel: any NoticeChannel,
        pauses: [Duration] = [.seconds(5), .seconds(30), .seconds(120), .seconds(445)],
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.channel = channel
        self.pauses = pauses
        self.sleep = sleep
    }

    /// Hands a notice over.
    ///
    /// - Throws: the last failure, when no try was left or none would help, or when the task was cancelled.
    public func carry(_ notice: QuotaNotice) async throws(NoticeFailure) {
        var pauses = pauses[...]
        while true {
            do throws(NoticeFailure) {
                return try await channel.deliver(notice)
            } catch {
                guard error.isPassing, let pause = pauses.popFirst(), (try? await sleep(pause)) != nil else {
                    throw error
                }
            }
        }
    }
}
