import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("The devices of an app, counted")
struct DeviceCountsTests {
    @Test(
        "are counted by platform and audience, as many as a broadcast reaches; those that wait to be deleted it does not"
    )
    func counts() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            _ = try await bench.register(3)
            for (number, platform) in [(10, DevicePlatform.macos), (11, .android), (12, .android), (13, .android)] {
                _ = try await devices.register(.made(number, on: platform, user: "me"))
            }
            _ = try await devices.register(
                DeviceRegistration(["platform": "android", "device_token": .numbered(14), "pro": true])
            )
            let counts = try await devices.counts()
            #expect(counts.devices(on: .ios) == 3)
            #expect(counts.devices(on: .android, in: .free) == 3)
            #expect(counts.all(in: .pro) == 4)
            #expect(
                counts.json
                    == [
                        "all": 8, "pro": 4, "free": 4, "platforms": ["ios": 3, "macos": 1, "android": 4],
                    ]
            )
            let reach = try await devices.reach(of: .free, on: PlatformFilter([.android, .macos]))
            #expect(reach.recipients == 4)
            #expect(reach.keys == 8)

            let key = try KeyName(DeviceToken.numbered(1))
            try await bench.store.commit { [deletions = bench.registry.deletions] transaction throws(KVError) in
                try deletions.add(key, goneSince: .distantPast, by: .production, in: transaction)
            }
            #expect(try await devices.reach(of: .all, on: .all).recipients == 7)
            #expect(try await devices.counts().all() == 8)
        }
    }

    @Test("are those alone that a service reaches: what else was put into the namespace is none")
    func strangers() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            let records = [
                ("settings", #"{"pro":true}"#), ("fcm-short", #"{"pro":true,"platform":"android"}"#),
                ("web-" + String(repeating: "A", count: 22), #"{"pro":true,"platform":"android"}"#),
                (try DeviceToken.numbered(1).hex, "no record"),
            ]
            try await bench.store.commit { [tokens = bench.registry.tokens] transaction throws(KVError) in
                for (key, value) in records {
                    try transaction.put(Array(value.utf8), for: KeyName(of: key), in: tokens)
                }
            }
            #expect(try await devices.counts().all() == 0)
        }
    }
}
