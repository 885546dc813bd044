import Foundation
import Testing

@testable import PushyCore

@Suite("An import")
struct ImportTests {
    private func batch(_ elements: String...) throws -> ImportBatch {
        var batches = ImportBatches(try BulkReader(Array("[\(elements.joined(separator: ","))]".utf8)))
        return try #require(try batches.next())
    }

    private func pair(_ token: Int, _ record: String) throws -> String {
        let members: JSONValue = ["key": .string(try DeviceToken.numbered(token).hex), "value": .string(record)]
        return String(decoding: members.written(), as: UTF8.self)
    }

    @Test("takes tokens over, and those that are there already cost nothing")
    func take() async throws {
        try await Bench.run { bench in
            let batch = try batch(pair(1, #"{"pro":true}"#), pair(2, "false"))
            #expect(try await bench.devices().preview(batch.tokens) == [.new, .new])
            #expect(try await bench.devices().take(batch.tokens, charge: .counted) == [.new, .new])
            #expect(try await bench.devices().take(batch.tokens, charge: .counted) == [.unchanged, .unchanged])
            #expect(try await bench.registry.counts().pro == 1)
            #expect(try await bench.store.usage().spending[.writes]?.used == 2)
        }
    }

    @Test("may stand outside the budget")
    func exempt() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 1])) { bench in
            let batch = try batch(pair(1, "true"), pair(2, "true"), pair(3, "true"))
            let counted = try await bench.devices().take(batch.tokens, charge: .counted)
            #expect(counted.map(\.isWrite) == [true, false, false])
            #expect(try await bench.devices().take(batch.tokens, charge: .exempt) == [.unchanged, .new, .new])
            #expect(try await bench.store.usage().spending[.writes]?.used == 1)
        }
    }

    @Test("leaves what the app has registered since as it is")
    func newerHere() async throws {
        try await Bench.run { bench in
            try await bench.register(1, pro: true)
            let older = #"{"pro":false,"registered":"2026-11-29T00:00:00Z"}"#
            let batch = try batch(pair(0, older))
            #expect(try await bench.devices().take(batch.tokens, charge: .counted) == [.newerHere])
            let undated = try self.batch(pair(0, "false"))
            #expect(try await bench.devices().take(undated.tokens, charge: .counted) == [.newerHere])
            #expect(try await bench.registry.counts().pro == 1)
            let newer = try self.batch(pair(0, #"{"pro":false,"registered":"2026-12-01T00:00:00Z"}"#))
            bench.moment.advance(by: 1)
            #expect(try await bench.devices().take(newer.tokens, charge: .counted) == [.changed])
        }
    }

    @Test("names the tokens that a file has twice, and passes over those that say the same")
    func repeated() throws {
        let same = try pair(1, "true")
        let batch = try batch(
            same,
            pair(2, "true"),
            same.uppercased().replacing("KEY", with: "key").replacing("VALUE", with: "value"),
            pair(2, "false")
        )
        #expect(batch.tokens.count == 2)
        #expect(batch.repeatedCount == 1)
        #expect(batch.rejects.map(\.element.place) == [4])
        #expect(batch.rejects.map(\.reason) == ["Pair 2 is the same device with another record: keep one of them."])
    }

    @Test("of what was exported gives the same bytes back")
    func roundTrip() async throws {
        var exported: [UInt8] = []
        try await Bench.run { bench in
            try await bench.register(2, pro: true)
            let pairs = try batch(pair(5, #"{ "pro":true, "x":"é\u0000" }"#), pair(6, "true")).tokens
            _ = try await bench.devices().take(pairs, charge: .counted)
            for try await chunk in bench.registry.export { exported += chunk.bytes }
        }
        try await Bench.run { bench in
            var batches = ImportBatches(try BulkReader(exported))
            let batch = try #require(try batches.next())
            _ = try await bench.devices().take(batch.tokens, charge: .counted)
            var again: [UInt8] = []
            for try await chunk in bench.registry.export { again += chunk.bytes }
            #expect(batch.tokens.count == 4)
            #expect(again == exported)
        }
    }

    @Test("brings devices of every service back to the byte, found by their names and owners again")
    func everyService() async throws {
        var exported: [UInt8] = []
        var ids: [DeviceID] = []
        try await Bench.run { bench in
            for platform in [DevicePlatform.ios, .android] {
                ids.append(try await bench.devices().register(.made(1, on: platform, user: "anna")).id)
            }
            for try await chunk in bench.registry.export { exported += chunk.bytes }
        }
        try await Bench.run { bench in
            let devices = try await bench.devices()
            var batches = ImportBatches(try BulkReader(exported))
            let batch = try #require(try batches.next())
            #expect(try await devices.take(batch.tokens, charge: .counted) == [.new, .new])
            #expect(try await Set(devices.devices(of: UserID("anna")).map(\.id)) == Set(ids))
            var again: [UInt8] = []
            for try await chunk in bench.registry.export { again += chunk.bytes }
            #expect(again == exported)
        }
    }

    @Test("into another app gives devices the names that they have there")
    func anotherApp() async throws {
        try await Bench.run { bench in
            let name = try await bench.devices().register(.made(1, on: .android)).id
            var exported: [UInt8] = []
            for try await chunk in bench.registry.export { exported += chunk.bytes }
            var batches = ImportBatches(try BulkReader(exported), into: try AppID("atlas"))
            let moved = try #require(try batches.next()?.tokens.first)
            #expect(moved.key.text != name.text)
            let address = try DeviceAddress.fcm(checking: DeviceToken.numbered(1).hex)
            #expect(moved.key.text == DeviceID(of: address, in: try AppID("atlas")).text)
        }
    }

    @Test("says how long it takes within the budget")
    func forecast() async throws {
        let budget = KVBudget(plan: .free, overrides: [.writes: 10])
        try await Bench.run(budget: budget) { bench in
            try await bench.register(4)
            #expect(try await bench.registry.forecast(ofWrites: 6)?.periods == 1)
            #expect(try await bench.registry.forecast(ofWrites: 7)?.periods == 2)
            let forecast = try #require(try await bench.registry.forecast(ofWrites: 26))
            #expect(forecast.periods == 3)
            #expect(
                forecast.description.hasPrefix(
                    "26 writes are needed, of which 6 fit today and 10 each day after: it takes 3 days."
                )
            )
        }
        try await Bench.run(budget: KVBudget(plan: .unlimited)) { bench in
            let forecast = try await bench.registry.forecast(ofWrites: 26)
            #expect(forecast == nil)
        }
    }

    @Test("takes a browser only where the app has the VAPID key that it subscribed with, and names the mend")
    func vapidKeys() async throws {
        try await ThreeServicesBench.run { bench in
            let id = try await bench.registerBrowser("firefox")
            var exported: [UInt8] = []
            for try await chunk in bench.space.registry.export { exported += chunk.bytes }
            let terms = WebTerms(policy: bench.services.endpoints, of: bench.app)
            var batches = ImportBatches(try BulkReader(exported), into: bench.app.id, terms: terms)
            #expect(try batches.next()?.tokens.map(\.key.text) == [id.text])

            let stranger = try await bench.apps.create(["id": "other", "vapid": ["subject": "mailto:me@example.com"]])
            for app in [stranger.app, App.default] {
                let terms = WebTerms(policy: bench.services.endpoints, of: app)
                var batches = ImportBatches(try BulkReader(exported), into: app.id, terms: terms)
                let batch = try #require(try batches.next())
                #expect(batch.tokens.isEmpty)
                #expect(batch.rejects.first?.reason.contains("pushy apps change --vapid-key-file") == true)
            }
        }
    }

    @Test("takes a browser only where its push service is one that is sent to")
    func pushServices() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.registerBrowser("firefox")
            var exported: [UInt8] = []
            for try await chunk in bench.space.registry.export { exported += chunk.bytes }
            let terms = WebTerms(policy: .browsers, of: bench.app)
            var batches = ImportBatches(try BulkReader(exported), into: bench.app.id, terms: terms)
            #expect(try batches.next()?.rejects.first?.reason.contains("PUSHY_WEBPUSH_HOSTS") == true)
        }
    }

    @Test("keeps a browser's endpoint in the spelling of registrations")
    func spellings() async throws {
        try await ThreeServicesBench.run { bench in
            let id = try await bench.registerBrowser("firefox")
            var exported = ""
            for try await chunk in bench.space.registry.export {
                exported += String(decoding: chunk.bytes, as: UTF8.self)
            }
            let terms = WebTerms(policy: bench.services.endpoints, of: bench.app)
            let shouted = exported.replacing("https://localhost", with: "HTTPS://LOCALHOST")
            var batches = ImportBatches(try BulkReader(Array(shouted.utf8)), into: bench.app.id, terms: terms)
            let token = try #require(try batches.next()?.tokens.first)
            #expect(token.key.text == id.text)
            #expect(try await bench.space.devices.preview([token]) == [.unchanged])
        }
    }

    @Test(
        "leaves out what could not register so, with the reason",
        arguments: [
            (token, #"{"pro":true,"platform":"android"}"#, "android, which FCM reaches"),
            (token, #"{"pro":true,"platform":"web"}"#, "web, which Web Push reaches"),
            (token, #"{"pro":true,"platform":"symbian"}"#, "\"symbian\" is none of"),
            (token, #"{"pro":true,"platform":7}"#, "platform"),
            (token, #"{"pro":true,"user":""}"#, "record's user: It must have 1 to 256 bytes"),
            (token, #"{"pro":true,"user":"\#(String(repeating: "é", count: 129))"}"#, "1 to 256 bytes"),
            (token, #"{"pro":true,"platform":"macos","user":42}"#, "record's user: It must be a text"),
            ("cXyz:APA91bFxyz", #"{"pro":true,"platform":"ios"}"#, "other than a hexadecimal digit"),
            (named("fcm"), #"{"pro":true,"platform":"android"}"#, "record's token: It is missing"),
            (named("fcm"), #"{"pro":true,"platform":"android","token":"short"}"#, "16 to 4096 visible characters"),
            (
                named("fcm"), #"{"pro":true,"platform":"ios","token":"\#(token)"}"#,
                "device of FCM, and the record one of APNs"
            ),
            (named("fcm"), #"{"pro":true,"token":"a-token-of-fcm-1"}"#, "no platform"),
            (
                named("fcm"), #"{"pro":true,"platform":"android","token":"a-token-of-fcm-1","user":""}"#,
                "1 to 256 bytes"
            ),
            (named("web"), #"{"pro":true,"platform":"android","token":"a-token-of-fcm-1"}"#, "device of Web Push"),
            (named("web"), #"{"pro":true,"platform":"web","token":"a-token-of-fcm-1"}"#, "no vapid"),
        ]
    )
    func impossible(key: String, record: String, reason: String) throws {
        let pair: JSONValue = ["key": .string(key), "value": .string(record)]
        let batch = try batch(String(decoding: pair.written(), as: UTF8.self))
        #expect(batch.tokens.isEmpty)
        #expect(batch.rejects.first?.reason.contains(reason) == true, "\(batch.rejects.map(\.reason))")
    }

    @Test(
        "takes whatever a registration takes, its owner included, or none",
        arguments: [
            (#""user":"\#(String(repeating: "é", count: 128))""#, true), (#""user":null,"platform":null"#, false),
            (#""platform":"watchos","user":"anna""#, true), (#""name":"Anna's""#, false),
        ]
    )
    func possible(members: String, isOwned: Bool) throws {
        let pair: JSONValue = ["key": .string(Self.token), "value": .string("{\"pro\":true,\(members)}")]
        let batch = try batch(String(decoding: pair.written(), as: UTF8.self))
        #expect(batch.tokens.map { $0.user != nil } == [isOwned])
    }

    private static let token = String(repeating: "ab", count: 32)

    /// A device's name.
    private static func named(_ service: String) -> String { service + "-" + String(repeating: "A", count: 22) }
}
