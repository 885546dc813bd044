import HTTPServer
import PushyCore

extension WorkersKVAPI {
    /// The most keys of one bulk write or delete.
    static let keysInBulkWrite = 10_000

    /// Writes pairs in one commit.
    ///
    /// (?) A pair that is at fault is named among `unsuccessful_keys`, and the others are written. A budget that does not
    /// hold all of them refuses them all, so that a client never has to find out which ones it has to send tomorrow. Of
    /// several pairs with the same key the last counts, as if they had come one after the other.
    func bulkPut(_ request: HTTPRequest) async throws -> HTTPResponse {
        let namespace = try await namespace(of: request)
        var pairs: [KeyName: BulkPair] = [:]
        var order: [KeyName] = []
        var report = BulkReport()
        for element in try Self.elements(of: request, limit: Self.keysInBulkWrite) {
            guard case .string(let name) = element["key"] else {
                throw APIFailure.invalid("the body must be an array of {\"key\": …, \"value\": …}")
            }
            do throws(BulkFault) {
                let pair = try BulkPair(element)
                if pairs.updateValue(pair, forKey: pair.key) == nil { order.append(pair.key) }
            } catch {
                report.unsuccessfulKeys.append(name)
            }
        }
        let written = order.compactMap { pairs[$0] }
        report += try await writeAll(written.map(\.key.text)) { index, transaction throws(KVError) in
            let pair = written[index]
            try transaction.put(
                pair.value,
                for: pair.key,
                in: namespace,
                expiration: pair.expiration,
                metadata: pair.metadata
            )
        }
        return .result(report.json)
    }

    /// Deletes keys in one commit, by the same rules.
    func bulkDelete(_ request: HTTPRequest) async throws -> HTTPResponse {
        let namespace = try await namespace(of: request)
        var keys: [KeyName] = []
        var seen: Set<KeyName> = []
        var report = BulkReport()
        for element in try Self.elements(of: request, limit: Self.keysInBulkWrite) {
            // wrangler's files name keys in either way.
            guard case .string(let name) = element["name"] ?? element else {
                throw APIFailure.invalid("the body must be an array of the names of keys")
            }
            do throws(KVRefusal) {
                let key = try KeyName(name)
                if seen.insert(key).inserted { keys.append(key) }
            } catch {
                report.unsuccessfulKeys.append(name)
            }
        }
        let deleted = keys
        report += try await writeAll(deleted.map(\.text)) { index, transaction throws(KVError) in
            try transaction.delete(deleted[index], in: namespace)
        }
        return .result(report.json)
    }

    /// Carries out one change for each name in one commit: those that a rule refuses are reported, a spent budget and a
    /// missing namespace fail them all.
    private func writeAll(
        _ names: [String],
        _ change: @escaping @Sendable (Int, borrowing KVWriteTransaction) throws(KVError) -> Void
    ) async throws(KVError) -> BulkReport {
        guard !names.isEmpty else { return BulkReport() }
        return try await store.commit { transaction throws(KVError) in
            var report = BulkReport()
            var spent: KVRefusal?
            for (index, name) in names.enumerated() {
                do throws(KVError) {
                    try change(index, transaction)
                    report.successfulKeyCount += 1
                } catch .refused(let refusal) {
                    // The rest is tried as well, so that each key that finds no budget is counted as refused.
                    if case .budgetSpent = refusal { spent = refusal }
                    report.unsuccessfulKeys.append(name)
                }
            }
            if let spent { throw .refused(spent) }
            return report
        }
    }

    /// The elements of a body that is an array.
    private static func elements(of request: HTTPRequest, limit: Int) throws -> [JSONValue] {
        guard case .array(let elements) = try JSONValue(reading: request.body) else {
            throw APIFailure.invalid("the body must be an array")
        }
        guard elements.count <= limit else {
            throw APIFailure(
                .tooManyInBulk,
                .badRequest,
                "a bulk request may have \(limit) keys, and not \(elements.count)"
            )
        }
        return elements
    }
}
