import Foundation
import PushyServer
import Testing

@Suite("A token whose deletion waits for the budget")
struct PendingDeletionRouteTests {
    private static let token = String(repeating: "0", count: 63) + "1"
    private static let record = #"{"pro":true,"registered":"2026-04-11T10:00:00Z","environment":"production"}"#

    /// A way to write or delete the token through the API.
    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        let path: String
        let body: String
    }

    private static let putPath = "/values/\(token)"
    private static let pair = #"[{"key":"\#(token)","value":"{\"pro\":true}"}]"#

    static let puts = [
        Call(testDescription: "put", method: "PUT", path: putPath, body: record),
        Call(testDescription: "bulk put", method: "PUT", path: "/bulk", body: pair),
    ]
    static let deletes = [
        Call(testDescription: "delete", method: "DELETE", path: putPath, body: ""),
        Call(testDescription: "bulk delete", method: "POST", path: "/bulk/delete", body: #"["\#(token)"]"#),
    ]

    @Test("is to be reached again once it is put through the API", arguments: puts)
    func put(call: Call) async throws {
        try await withPendingDeletion { bench in
            #expect(try await recipients(bench) == 1)
            try await bench.call(call)
            #expect(try await recipients(bench) == 2)
            bench.moment.advance(by: 86_400)
            #expect(try await bench.service.registry.carryOutPendingDeletions() == 0)
            #expect(try await recipients(bench) == 2)
        }
    }

    @Test("that is deleted through the API and comes again is reached, and not deleted later", arguments: deletes)
    func delete(call: Call) async throws {
        try await withPendingDeletion { bench in
            bench.moment.advance(by: 86_400)
            try await bench.call(call)
            #expect(try await bench.service.registry.counts().all == 1)
            try await bench.call(Self.puts[0])
            #expect(try await bench.service.registry.carryOutPendingDeletions() == 0)
            #expect(try await recipients(bench) == 2)
        }
    }

    /// Runs a test on two tokens, of which one waits to be deleted.
    private func withPendingDeletion(_ test: (ServiceBench) async throws -> Void) async throws {
        let channel = ScriptedChannel { delivery in
            delivery.token.hex == Self.token
                ? .gone(reason: "Unregistered", since: .distantFuture) : .accepted
        }
        // The one delete that the day has is spent.
        let budget = KVBudget(plan: .free, overrides: [.deletes: 1])
        try await ServiceBench.run(budget: budget, channel: channel) { bench in
            try await bench.register(3)
            let last = String(repeating: "0", count: 63) + "2"
            #expect(try await bench.tokens("DELETE", #"{"token": "\#(last)"}"#).status == 200)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try answer.json["id"] else { throw WebClient.Unreadable() }
            #expect(try await bench.outcome(of: id).tally.pending == 1)
            // A key may be written once a second.
            bench.moment.advance(by: 2)
            try await test(bench)
        }
    }

    private func recipients(_ bench: ServiceBench) async throws -> JSONValue? {
        let dryRun = #"{"body": "Hello", "dryRun": true}"#
        return try await bench.owner("POST", "/admin/broadcasts", json: dryRun).json["recipients"]
    }
}

extension ServiceBench {
    fileprivate func call(_ call: PendingDeletionRouteTests.Call) async throws {
        let namespace = try await store.namespace(titled: "tokens").id
        let target = "/client/v4/accounts/any/storage/kv/namespaces/\(namespace)\(call.path)"
        let answer = try await owner(call.method, target, json: call.body)
        #expect(answer.status == 200, "\(answer.body)")
    }
}
