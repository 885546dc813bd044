import Foundation
import Testing

@testable import PushyServer

@Suite("The description of the API")
struct DescriptionTests {
    /// Addresses that only a browser asks for: they answer pages, their parts and files, or take the forms of pages.
    private static let pages: Set<String> = [
        "GET /", "GET /admin", "GET /admin/apns", "GET /admin/login", "POST /admin/login", "POST /admin/logout",
        "POST /admin/compose", "POST /admin/preview",
        "GET /admin/devices", "POST /admin/devices", "GET /admin/devices/{alias}", "GET /admin/devices/{alias}/remove",
        "POST /admin/devices/{alias}/remove", "POST /admin/devices/{alias}/mark", "POST /admin/test-devices/forget",
        "GET /admin/keys", "POST /admin/keys/check", "GET /admin/broadcasts/{id}/cancel",
        "POST /admin/apps/{id}", "GET /admin/apps/{id}/rotate-key", "GET /admin/apps/{id}/delete",
        "POST /admin/apps/{id}/delete", "POST /admin/apps/{id}/credentials/{service}",
        "GET /admin/apps/{id}/credentials/{service}/remove", "POST /admin/apps/{id}/credentials/{service}/remove",
        "GET /admin/apps/{id}/devices", "POST /admin/apps/{id}/devices",
        "GET /admin/apps/{id}/message", "POST /admin/apps/{id}/message", "POST /admin/apps/{id}/preview",
        "POST /admin/apps/{id}/broadcasts",
        "GET /admin/apps/{id}/devices/{device}/remove", "POST /admin/apps/{id}/devices/{device}/remove",
    ]

    private static let methods = Set(HTTPMethod.allCases.map { $0.rawValue.lowercased() })

    @Test("names each address that is answered, pages aside, and no other")
    func complete() async throws {
        try await ServiceBench.run { bench in
            let described = Set(
                try await Self.operations(of: bench).map { "\($0.method.uppercased()) \($0.path)" }
            )
            let served = Set(
                bench.service.addresses
                    // What a page's browser asks beforehand, and the files of pages, are nobody else's concern.
                    .filter { $0.method != .options && !$0.pattern.hasPrefix("/admin/assets/") }
                    .map { "\($0.method.rawValue) \($0.pattern.replacing("...}", with: "}"))" }
            )
            let missing = served.subtracting(described).subtracting(Self.pages)
            #expect(missing.isEmpty, "Describe them in openapi.json, or name them among the pages.")
            #expect(described.subtracting(served).isEmpty, "Nothing answers there any more.")
            #expect(Self.pages.subtracting(served).isEmpty, "There is no such page any more.")
        }
    }

    @Test("gives each call a name of its own, a sentence and an answer, and lacks nothing that it refers to")
    func wellFormed() async throws {
        try await ServiceBench.run { bench in
            let operations = try await Self.operations(of: bench)
            let names = operations.compactMap { $0.json["operationId"] }
            #expect(Set(names).count == operations.count)
            for (method, path, operation) in operations {
                #expect(operation["summary"] != nil, "\(method) \(path)")
                #expect(operation["security"] != nil, "\(method) \(path)")
                guard case .object(let answers) = operation["responses"] else { throw WebClient.Unreadable() }
                #expect(answers.members.contains { $0.name.hasPrefix("2") }, "\(method) \(path)")
            }
            let document = try await Self.document(of: bench)
            for reference in Self.references(in: document) {
                let target = reference.dropFirst("#/".count).split(separator: "/")
                    .reduce(document as JSONValue?) { $0?[String($1)] }
                #expect(target != nil, "\(reference)")
            }
        }
    }

    private static func document(of bench: ServiceBench) async throws -> JSONValue {
        let answer = try await bench.client.send("GET", "/openapi.json")
        #expect(answer.headers["Content-Type"] == "application/json")
        return try JSONValue(reading: Array(answer.body.utf8))
    }

    private static func operations(
        of bench: ServiceBench
    ) async throws -> [(method: String, path: String, json: JSONValue)] {
        guard case .object(let paths) = try await document(of: bench)["paths"] else { throw WebClient.Unreadable() }
        return paths.members.flatMap { path -> [(method: String, path: String, json: JSONValue)] in
            guard case .object(let item) = path.value else { return [] }
            return item.members.filter { methods.contains($0.name) }.map { ($0.name, path.name, $0.value) }
        }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let reference) = member.value { return [reference] }
                return references(in: member.value)
            }
        case .array(let elements): elements.flatMap(references)
        case .null, .bool, .number, .string: []
        }
    }
}
