import APNs
import Foundation
import PushCrypto
import Testing
import WorkersKV

@testable import PushyCore

@Suite("An app's credentials")
struct CredentialsTests {
    @Test("are checked, kept, and shown without their secrets")
    func life() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let secrets = try Secrets()
            let app = try await apps.create(secrets.fields(id: "atlas")).app
            let shown = String(decoding: JSONValue.object(app.json).written(), as: UTF8.self)
            for part in [
                "KEY4567890", "TEAM567890", "com.example.atlas", "atlas-1", "push@atlas-1", "mailto:me@example.com",
            ] {
                #expect(shown.contains(part), "\(part)")
            }
            #expect(!shown.contains("PRIVATE KEY"))
            #expect(try apps.credentials(of: app, for: .apns).apns?.topic.text == "com.example.atlas")
            #expect(try apps.credentials(of: app, for: .fcm).fcm?.account.projectID == "atlas-1")
            #expect(try apps.credentials(of: app, for: .webPush).vapid?.current.publicKey == app.vapid?.publicKey)
        }
    }

    @Test("lie in the store so that nobody finds a secret there")
    func sealed() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let secrets = try Secrets()
            let app = try await apps.create(secrets.fields(id: "atlas")).app
            let stored = try await bench.everythingStored()
            #expect(!stored.contains("PRIVATE KEY"))
            let line = try #require(secrets.p8.split(separator: "\n").dropFirst().first)
            #expect(!stored.contains(line))
            let scalar = try #require(try apps.credentials(of: app, for: .webPush).vapid?.current.privateKey)
            #expect(!stored.contains(scalar))
            #expect(stored.contains("com.example.atlas"))
        }
    }

    @Test("open under their own key alone, and for no other app or service")
    func binding() throws {
        let (key, other) = (try MasterKey(MasterKey.randomText()), try MasterKey(MasterKey.randomText()))
        let (one, two) = (try AppID("one"), try AppID("two"))
        let sealed = try key.seal([1, 2, 3], for: .apns, of: one)
        #expect(try key.open(sealed, for: .apns, of: one) == [1, 2, 3])
        #expect(try key.open(sealed, for: .fcm, of: one) == nil)
        #expect(try key.open(sealed, for: .apns, of: two) == nil)
        #expect(try other.open(sealed, for: .apns, of: one) == nil)
        #expect(try key.open([], for: .apns, of: one) == nil)
        var changed = sealed
        changed[20] ^= 1
        #expect(try key.open(changed, for: .apns, of: one) == nil)
        #expect(try key.seal([1, 2, 3], for: .apns, of: one) != sealed)
    }

    @Test("that are wrong are refused with the field's name, and nothing is kept")
    func faults() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let secrets = try Secrets()
            let rsa = try RSA.PrivateKey.generate().pem
            let faults: [(String, JSONValue, String)] = [
                ("apns", secrets.apns(with: "p8_key", "hello"), "apns.p8_key"),
                ("apns", secrets.apns(with: "p8_key", .string(rsa)), "apns.p8_key"),
                ("apns", secrets.apns(with: "key_id", "short"), "apns.key_id"),
                ("apns", secrets.apns(with: "team_id", nil), "apns.team_id"),
                ("apns", secrets.apns(with: "bundle_id", "com example"), "apns.bundle_id"),
                ("apns", secrets.apns(with: "bundleId", "x"), "apns.bundleId"),
                ("apns", "text", "apns"),
                ("fcm", [:], "fcm.service_account"), ("fcm", ["service_account": "{"], "fcm.service_account"),
                ("fcm", secrets.fcm(with: "type", "user"), "fcm.service_account"),
                ("fcm", secrets.fcm(with: "project_id", nil), "fcm.service_account"),
                ("fcm", secrets.fcm(with: "private_key", .string(secrets.p8)), "fcm.service_account"),
                ("fcm", secrets.fcm(with: "token_uri", "http://example.com"), "fcm.service_account"),
                ("vapid", [:], "vapid.subject"), ("vapid", ["subject": "me@example.com"], "vapid.subject"),
                ("vapid", ["subject": "mailto:mailto:me@example.com"], "vapid.subject"),
                ("vapid", ["subject": "mailto: me@example.com"], "vapid.subject"),
                ("vapid", ["subject": "mailto:<me@example.com>"], "vapid.subject"),
                ("vapid", ["subject": "https://localhost"], "vapid.subject"),
                ("vapid", ["subject": "mailto:me@example.com", "public_key": "BA"], "vapid.private_key"),
                ("vapid", ["subject": "mailto:me@example.com", "private_key": "AA"], "vapid.private_key"),
                ("vapid", try secrets.vapidOfTwoPairs(), "vapid.public_key"),
            ]
            for (service, fields, name) in faults {
                let failure = await #expect(throws: AppFailure.self) {
                    try await apps.create(["id": "atlas", service: fields])
                }
                guard case .fault(let fault) = failure else {
                    Issue.record("\(name): \(String(describing: failure))")
                    continue
                }
                #expect(fault.field == name)
            }
            #expect(try await apps.all().count == 1)
        }
    }

    @Test("of APNs change one by one, and go when they are taken away")
    func merging() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let app = try await apps.create(try Secrets().fields(id: "atlas")).app
            let p8 = try P256.PrivateKey.generate().pem
            let changed = try await apps.change(
                app.id,
                ["apns": ["p8_key": .string(p8), "key_id": "NEWKEY7890"], "fcm": nil]
            )
            #expect(changed.apns?.keyID == "NEWKEY7890")
            #expect(changed.apns?.bundleID == "com.example.atlas")
            #expect(changed.fcm == nil)
            #expect(changed.vapid == app.vapid)
            #expect(changed.revision > app.revision)
            #expect(try apps.credentials(of: changed, for: .fcm).fcm == nil)
        }
    }

    @Test("of Web Push keep former pairs for older subscriptions, and take a pair that somebody has")
    func pairs() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let app = try await apps.create(["id": "atlas", "vapid": ["subject": "mailto:me@example.com"]]).app
            let first = try #require(app.vapid?.publicKey)
            let renamed = try await apps.change(app.id, ["vapid": ["subject": "https://example.com/contact"]])
            #expect(renamed.vapid?.publicKeys == [first])
            let rotated = try await apps.change(app.id, ["vapid": ["public_key": nil]])
            #expect(rotated.vapid?.publicKeys.count == 2)
            #expect(rotated.vapid?.publicKeys.last == first)
            let key = try P256.PrivateKey.generate()
            let own = try await apps.change(
                app.id,
                ["vapid": ["private_key": .string(Base64URL.encode(try key.scalar) + "=")]]
            )
            #expect(own.vapid?.publicKey == Base64URL.encode(try key.publicKey.point))
            #expect(own.vapid?.publicKeys.count == 3)
        }
    }

    @Test("need a master key, without which an app can be had all the same")
    func withoutMasterKey() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            await #expect(throws: AppFailure.masterKeyMissing) {
                try await apps.create(try Secrets().fields(id: "atlas"))
            }
            let app = try await apps.create(["id": "atlas", "apns": nil]).app
            #expect(try apps.credentials(of: app, for: .apns).apns == nil)
        }
    }

    @Test("of the default app are FCM's and Web Push's alone: its APNs is the environment's")
    func standard() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let secrets = try Secrets()
            await #expect(throws: AppFailure.self) { try await apps.change(.default, ["apns": secrets.apns()]) }
            let app = try await apps.change(
                .default,
                ["fcm": secrets.fcm(), "vapid": ["subject": "mailto:me@example.com"]]
            )
            #expect(app.fcm?.projectID == "atlas-1")
            #expect(app.json["apns"] == nil)
        }
    }

    @Test("are all sealed anew by a rotation, which can be carried through after it was cut short")
    func rotation() async throws {
        try await Bench.run { bench in
            let (old, new) = (try MasterKey(MasterKey.randomText()), try MasterKey(MasterKey.randomText()))
            let before = try await bench.apps(under: old)
            let app = try await before.create(try Secrets().fields(id: "atlas")).app
            let after = try await bench.apps(under: new)
            await #expect(throws: AppFailure.masterKeyOther) { try await after.takeUpMasterKey(after: nil) }
            #expect(throws: AppFailure.masterKeyOther) { try after.credentials(of: app, for: .apns) }
            for _ in 0..<2 { try await after.takeUpMasterKey(after: old) }

            let resealed = try await after.app(app.id)
            for service in PushServiceKind.allCases {
                #expect(try after.credentials(of: resealed, for: service)[secret: service] != nil)
            }
            #expect(resealed.revision == app.revision)
        }
    }

    @Test("are refused by a server whose master key was rotated away, in the transaction that would seal them")
    func rotatedAway() async throws {
        try await Bench.run { bench in
            let (old, new) = (try MasterKey(MasterKey.randomText()), try MasterKey(MasterKey.randomText()))
            let running = try await bench.apps(under: old)
            _ = try await running.create(try Secrets().fields(id: "atlas"))
            try await bench.apps(under: new).takeUpMasterKey(after: old)
            await #expect(throws: AppFailure.masterKeyOther) {
                try await running.create(["id": "other", "vapid": ["subject": "mailto:me@example.com"]])
            }
            #expect(try await running.create(["id": "other"]).app.vapid == nil)
        }
    }
}

/// Made-up credentials of an app.
struct Secrets {
    let p8: String
    private let serviceAccountKey: String

    init() throws {
        p8 = try P256.PrivateKey.generate().pem
        serviceAccountKey = try RSA.PrivateKey.generate().pem
    }

    func fields(id: String) throws -> JSONObject {
        ["id": .string(id), "apns": apns(), "fcm": fcm(), "vapid": ["subject": "mailto:me@example.com"]]
    }

    func apns(with name: String = "key_id", _ value: JSONValue? = "KEY4567890") -> JSONValue {
        var fields: JSONObject = [
            "p8_key": .string(p8), "key_id": "KEY4567890", "team_id": "TEAM567890", "bundle_id": "com.example.atlas",
        ]
        fields[name] = value
        return .object(fields)
    }

    func fcm(with name: String = "type", _ value: JSONValue? = "service_account") -> JSONValue {
        var file: JSONObject = [
            "type": "service_account", "project_id": "atlas-1", "private_key_id": "0123456789abcdef",
            "private_key": .string(serviceAccountKey), "client_email": "push@atlas-1.iam.gserviceaccount.com",
            "token_uri": "https://oauth2.googleapis.com/token",
        ]
        file[name] = value
        return ["service_account": .object(file)]
    }

    func vapidOfTwoPairs() throws -> JSONValue {
        let (one, two) = (try P256.PrivateKey.generate(), try P256.PrivateKey.generate())
        return [
            "subject": "mailto:me@example.com", "private_key": .string(Base64URL.encode(try one.scalar)),
            "public_key": .string(Base64URL.encode(try two.publicKey.point)),
        ]
    }
}

extension Bench {
    /// The apps of this store, under a master key.
    func apps(under key: MasterKey) async throws -> Apps {
        let moment = moment
        return try await Apps(in: store, masterKey: key, now: { moment.now })
    }

    /// The apps of this store, under a new master key.
    func sealingApps() async throws -> Apps {
        try await apps(under: MasterKey(MasterKey.randomText()))
    }
}
