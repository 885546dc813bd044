import APNs
import JSON
import Testing

@testable import PushyCore

@Suite("A glance at a token's record")
struct TokenGlanceTests {
    @Test("sees in any bytes what reading all of them tells")
    func sameAsReading() {
        var chance = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let bytes = Self.bytes(&chance)
            let record = try? TokenRecord(bytes)
            let expected = record.map { Self.glance($0) }
            let glance = TokenGlance(bytes.span.bytes)
            #expect(glance == expected, "\(String(decoding: bytes, as: UTF8.self))")
            if let own = Self.ownForm(bytes) { #expect(own == expected) }
            let origin = TokenOrigin(bytes.span.bytes)
            #expect(origin == record.map { TokenOrigin($0) }, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("needs no reading where Pushy wrote the record", arguments: DevicePlatform.allCases)
    func ownForm(platform: DevicePlatform) throws {
        for environment in [nil, "production", "sandbox"] as [JSONValue?] {
            for user in [nil, "someone@example.com"] as [JSONValue?] {
                var first: JSONObject = ["platform": .string(platform.rawValue), "device_token": .numbered(1)]
                first["user_id"] = user
                let former = try Self.record(first)
                var second = first
                second["environment"] = environment
                second["pro"] = .bool(user == nil)
                for record in [former, try Self.record(second), try Self.record(second, over: former)] {
                    #expect(Self.ownForm(record.bytes) == Self.glance(record))
                    #expect(record.bytes.withUnsafeBytes { TokenOrigin(ownForm: $0) } == TokenOrigin(record))
                }
            }
        }
    }

    @Test("needs none either where the same members stand in another order, as an import's owner wrote them")
    func anyOrder() {
        let records = [
            #"{"platform":"macos","environment":"sandbox","registered":"2026-04-11T10:00:00Z","pro":true}"#,
            #"{"user":"someone","pro":true,"platform":"macos","environment":"sandbox"}"#,
        ]
        for record in records {
            let glance = TokenGlance(pro: true, environment: .sandbox, platform: .macos)
            #expect(Self.ownForm(Array(record.utf8)) == glance)
        }
    }

    /// The record of a device that registers; browsers come with a subscription in the form that is kept.
    private static func record(_ members: JSONObject, over former: TokenRecord? = nil) throws -> TokenRecord {
        guard members["platform"] == "web" else {
            return TokenRecord(try DeviceRegistration(members), at: Moment().now, over: former)
        }
        var record = TokenRecord(pro: members["pro"] == .bool(true), environment: nil, at: Moment().now, over: former)
        record.platform = .web
        let keys: JSONObject = ["p256dh": "BPk1", "auth": "zh-_"]
        record["subscription"] = ["endpoint": "https://push.example.com/a?b=c", "keys": .object(keys)]
        record["vapid"] = "BPk1"
        return record
    }

    private static func glance(_ record: TokenRecord) -> TokenGlance {
        TokenGlance(pro: record.pro, environment: record.environment, platform: record.platform)
    }

    private static func ownForm(_ bytes: [UInt8]) -> TokenGlance? {
        bytes.withUnsafeBytes { TokenGlance(ownForm: $0) }
    }

    /// Records in Pushy's form and near it: members in any order, twice, unknown or strange, and bytes that are wrong.
    private static func bytes(_ chance: inout SeededGenerator) -> [UInt8] {
        let pro = ["true", "false", "true", "false", "1", "\"yes\""].randomElement(using: &chance) ?? ""
        var members = ["\"pro\":\(pro)"]
        for _ in 0..<Int.random(in: 0...4, using: &chance) {
            members.append(Self.members.randomElement(using: &chance) ?? "")
        }
        if Int.random(in: 0..<4, using: &chance) == 0 { members.shuffle(using: &chance) }
        var bytes = Array("{\(members.joined(separator: ","))}".utf8)
        if Int.random(in: 0..<3, using: &chance) == 0 {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: place)
            default: bytes.insert(" \"\\{},:a".utf8.randomElement(using: &chance) ?? 0, at: place)
            }
        }
        return bytes
    }

    private static let members = [
        #""registered":"2026-11-30T05:00:00Z""#, #""registered":"2026-11-30T05:00:00.5Z""#, #""created":1700000000"#,
        #""registered":"","pro":false,"x":"y""#, #""registered":"\u0041""#,
        #""environment":"production""#, #""environment":"sandbox""#, #""environment":null"#, #""environment":"other""#,
        #""platform":"macos""#, #""platform":"a\"b""#, #""platform":7"#, #""user":"someone""#, #""user":"jürgen""#,
        #""user":"a\nb""#, #""platform":"android""#, #""platform":"web""#, #""platform":"unheard""#, #""token":"a:b_""#,
        #""subscription":{"endpoint":"https://x","keys":{"p256dh":"a","auth":"b"}}"#, #""vapid":"BPk1""#,
        #""subscription":{"endpoint":"https://x","keys":{"auth":"b","p256dh":"a"}}"#, #""vapid":7"#,
        #""subscription":{"endpoint":"x"}"#, #""name":"iPad""#, #""list":[1,{"pro":true}]"#,
    ]
}
