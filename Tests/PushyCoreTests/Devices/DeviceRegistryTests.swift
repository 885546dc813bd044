import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("An app's devices")
struct DeviceRegistryTests {
    @Test("of every platform are registered once, and nothing is written when nothing has changed")
    func unchanged() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            for platform in DevicePlatform.allCases where platform.service != .webPush {
                let registration = try DeviceRegistration.made(1, on: platform, user: "me-\(platform)")
                let first = try await devices.register(registration)
                #expect(first.id.text.hasPrefix("\(platform.service.rawValue)-"))
                bench.moment.advance(by: 60)
                let writes = try await bench.writes()
                #expect(try await devices.register(registration).registration == .unchanged)
                #expect(try await devices.register(registration).id == first.id)
                #expect(try await bench.writes() == writes)
                bench.moment.advance(by: 60)
            }
            #expect(try await bench.writes() == 6)
        }
    }

    @Test("belong to whom they were registered for last, and move with the user's name")
    func moving() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            _ = try await devices.register(.made(1, on: .ios, user: "ann"))
            bench.moment.advance(by: 2)
            #expect(try await devices.register(.made(1, on: .ios, user: "ben")).registration == .updated)
            #expect(try await devices.devices(of: UserID("ann")).isEmpty)
            #expect(try await devices.devices(of: UserID("ben")).count == 1)
            bench.moment.advance(by: 2)
            #expect(try await devices.register(.made(1, on: .ios)).registration == .unchanged)
            let farewell = try DeviceRegistration(["platform": "ios", "device_token": .numbered(1), "user_id": nil])
            #expect(try await devices.register(farewell).registration == .updated)
            #expect(try await devices.devices(of: UserID("ben")).isEmpty)
        }
    }

    @Test("keep the pro status that is known, and have none at first")
    func pro() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            let id = try await devices.register(.made(1, on: .android)).id
            #expect(try await devices.device(id)?.record.pro == false)
            bench.moment.advance(by: 2)
            let pro = try DeviceRegistration(["platform": "android", "device_token": .numbered(1), "pro": true])
            #expect(try await devices.register(pro).registration == .updated)
            bench.moment.advance(by: 2)
            #expect(try await devices.register(.made(1, on: .android)).registration == .unchanged)
            #expect(try await devices.device(id)?.record.pro == true)
        }
    }

    @Test("cost as many reads to find as a user has, whoever else has how many")
    func charges() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            try await withThrowingTaskGroup { group in
                for number in 0..<3_000 {
                    group.addTask {
                        _ = try await devices.register(.made(number, on: .ios, user: "user \(number / 3)"))
                    }
                }
                try await group.waitForAll()
            }
            for user in [0, 499, 999] {
                let before = try await bench.reads()
                #expect(try await devices.devices(of: UserID("user \(user)")).count == 3)
                #expect(try await bench.reads() == before + 3)
            }
            let before = try await bench.reads()
            #expect(try await devices.devices(of: UserID("user 1000")).isEmpty)
            #expect(try await bench.reads() == before)
        }
    }

    @Test("are all found where one user has more than a page of them")
    func manyOfOne() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            try await withThrowingTaskGroup { group in
                for number in 0..<1_001 {
                    group.addTask { _ = try await devices.register(.made(number, on: .macos, user: "me")) }
                }
                try await group.waitForAll()
            }
            let found = try await devices.devices(of: UserID("me"))
            #expect(Set(found.map(\.id)).count == 1_001)
        }
    }

    @Test("that were removed by their token are passed over, and cost a read only once")
    func staleEntries() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            _ = try await devices.register(.made(1, on: .ios, user: "me"))
            let gone = try await devices.register(.made(2, on: .ios, user: "me")).id
            #expect(try await bench.registry.remove(.numbered(2)) == .removed)
            for reads in [2, 1] {
                let before = try await bench.reads()
                #expect(try await devices.devices(of: UserID("me")).count == 1)
                #expect(try await bench.reads() == before + reads)
            }
            #expect(try await devices.device(gone) == nil)
            #expect(try await devices.remove(gone) == .absent)
        }
    }

    @Test("keep their owner and platform when they register by their token alone")
    func byToken() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            let id = try await devices.register(.made(1, on: .macos, user: "me")).id
            bench.moment.advance(by: 2)
            _ = try await bench.registry.register(.numbered(1), pro: true, environment: .sandbox)
            let device = try #require(try await devices.device(id))
            #expect(device.platform == .macos)
            #expect(device.record.user == (try UserID("me")))
            #expect(device.record.environment == .sandbox)
            #expect(try await devices.devices(of: UserID("me")).count == 1)
        }
    }

    @Test("are removed by their names, once")
    func removal() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            for platform in [DevicePlatform.tvos, .android] {
                let id = try await devices.register(.made(1, on: platform, user: "me")).id
                #expect(try await devices.remove(id) == .removed)
                #expect(try await devices.remove(id) == .absent)
                #expect(try await devices.devices(of: UserID("me")).isEmpty)
            }
        }
    }

    @Test("of one app are neither moved, shown nor removed under another's")
    func apart() async throws {
        try await Bench.run { bench in
            let (apps, spaces) = (try await bench.apps(), bench.spaces())
            let one = try await spaces.space(of: apps.create(["id": "one"]).app).devices
            let two = try await spaces.space(of: apps.create(["id": "two"]).app).devices
            let first = try await one.register(.made(1, on: .ios, user: "me")).id
            let second = try await two.register(.made(1, on: .ios, user: "you")).id
            #expect(first != second)
            #expect(try await two.device(first) == nil)
            #expect(try await two.remove(first) == .absent)
            #expect(try await two.devices(of: UserID("me")).isEmpty)
            #expect(try await two.remove(second) == .removed)
            #expect(try await one.devices(of: UserID("me")).map(\.id) == [first])
        }
    }

    @Test("are counted and sent to by broadcasts only where APNs reaches them")
    func broadcasts() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            for platform in [DevicePlatform.ios, .macos, .android] {
                _ = try await devices.register(.made(platform == .ios ? 1 : 2, on: platform, user: "me"))
            }
            #expect(try await bench.registry.counts().all == 2)
            let channel = ScriptedChannel()
            let broadcast = try await bench.broadcasts(through: channel).send(.hello())
            #expect(broadcast.tally.accepted == 2)
            #expect(channel.deliveries.count == 2)
        }
    }

    @Test("leave nothing behind when the day's writes are spent")
    func budget() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 1])) { bench in
            let devices = try await bench.devices()
            _ = try await devices.register(.made(1, on: .ios, user: "ann"))
            bench.moment.advance(by: 2)
            await #expect(throws: KVError.self) { try await devices.register(.made(1, on: .ios, user: "ben")) }
            #expect(try await devices.devices(of: UserID("ann")).count == 1)
            #expect(try await devices.devices(of: UserID("ben")).isEmpty)
        }
    }
}

extension Bench {
    /// The default app's devices.
    func devices() async throws -> DeviceRegistry {
        try await DeviceRegistry(of: .default, over: registry)
    }

    /// The writes that were charged so far.
    func writes() async throws -> Int { try await store.usage().spending[.writes]?.used ?? 0 }

    /// The reads that were charged so far.
    func reads() async throws -> Int { try await store.usage().spending[.reads]?.used ?? 0 }
}

extension DeviceRegistration {
    /// A made-up device.
    static func made(_ number: Int, on platform: DevicePlatform, user: String? = nil) throws -> DeviceRegistration {
        var members: JSONObject = ["platform": .string(platform.rawValue), "device_token": .numbered(number)]
        members["user_id"] = user.map(JSONValue.string)
        return try DeviceRegistration(members)
    }
}

extension JSONValue {
    /// The text of a made-up token.
    static func numbered(_ number: Int) -> JSONValue {
        let digits = String(number, radix: 16)
        return .string(String(repeating: "0", count: 64 - digits.count) + digits)
    }
}
