import APNs
import WorkersKV

/// A token that was found, and what is known of it, or why its value tells nothing.
public struct FoundToken: Sendable {
    public let token: DeviceToken
    public let record: Result<TokenRecord, TokenRecordFault>
}

/// Some of the tokens that were found, in the order of their digits.
public struct TokenFindings: Sendable {
    public let tokens: [FoundToken]
    /// What to go on after; nil when there are no more.
    public let cursor: DeviceToken?
}

extension TokenRegistry {
    /// The tokens that begin with these digits, `limit` at most; those whose record cannot be read are among them.
    ///
    /// - Parameters:
    ///   - prefix: The digits; none is every token.
    ///   - alias: The token to go on after. If it was removed meanwhile, the list goes on where it stood, and may repeat those
    ///     that begin as it did.
    ///   - limit: How many at most.
    /// - Returns: them, in the order of their digits, and where the next ones begin.
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read.
    public func search(
        _ prefix: TokenPrefix,
        after alias: TokenAlias? = nil,
        limit: Int
    ) async throws(KVError) -> TokenFindings {
        var found: [FoundToken] = []
        var position = try await place(of: alias)
        // One more than is asked for tells whether there is more.
        while found.count <= limit {
            let wanted = limit + 1 - found.count
            let page = try await store.walk(tokens, prefix: prefix.digits, after: position, limit: wanted) {
                key,
                value in
                guard RecipientFilter.isToken(key), let token = try? DeviceToken(utf8: key) else { return }
                let bytes = value.withUnsafeBytes { Array($0) }
                let record = Result { () throws(TokenRecordFault) in try TokenRecord(bytes) }
                found.append(FoundToken(token: token, record: record))
            }
            guard let last = page.last else { break }
            position = last
        }
        let shown = Array(found.prefix(limit))
        return TokenFindings(tokens: shown, cursor: found.count > limit ? shown.last?.token : nil)
    }
}

extension TokenRegistry {
    private func place(of alias: TokenAlias?) async throws(KVError) -> KeyName? {
        guard let alias else { return nil }
        if let token = try await token(named: alias) { return try KeyName(token) }
        do throws(KVRefusal) {
            return try KeyName(alias.digits)
        } catch {
            throw .refused(error)
        }
    }
}
