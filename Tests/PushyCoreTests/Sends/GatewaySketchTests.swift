import APNs
import FCM
import Foundation
import Testing
import WebPush

@testable import PushyCore

@Suite("A message for every service, while it is being written")
struct GatewaySketchTests {
    private let moment = Date(timeIntervalSince1970: 1_800_000_000)

    private func part(_ service: PushServiceKind, _ fields: JSONObject) throws -> GatewaySketch.Part {
        try #require(try GatewaySketch(fields, at: moment).part(of: service))
    }

    @Test("has for each service the words that a device shows, and the size that the service counts")
    func sizes() throws {
        let fields: JSONObject = ["title": "Half price", "body": "Until Sunday"]
        for service in PushServiceKind.allCases {
            let part = try part(service, fields)
            #expect(part.alert.title == "Half price" && part.alert.body == "Until Sunday")
            #expect(part.fault == nil && !part.isSilent)
            if service != .fcm { #expect(part.byteCount == part.payload.utf8.count) }
        }
        let sent = try FCMMessage(GatewayMessage(fields).fcmMembers)
        #expect(try part(.fcm, fields).byteCount == sent.byteCount)
    }

    @Test("is too large for each service at that service's own limit, and says by how much all the same")
    func limits() throws {
        for (service, limit) in [(PushServiceKind.apns, 4_096), (.fcm, 4_096), (.webPush, 3_993)] {
            let empty = try #require(try part(service, ["title": "x", "body": ""]).byteCount)
            let room = limit - empty
            let full = try part(service, ["title": "x", "body": .string(String(repeating: "x", count: room))])
            #expect(full.byteCount == limit && full.byteLimit == limit && full.fault == nil, "\(service)")
            let over = try part(service, ["title": "x", "body": .string(String(repeating: "x", count: room + 1))])
            #expect(over.byteCount == limit + 1 && over.fault != nil, "\(service)")
        }
    }

    @Test("that shows nothing wakes apps, and is none for browsers")
    func silent() throws {
        let fields: JSONObject = ["data": ["count": 3]]
        #expect(try part(.apns, fields).isSilent)
        #expect(try part(.fcm, fields).isSilent)
        #expect(try part(.webPush, fields).fault?.field == "body")
    }

    @Test("is good for the others where a part of it is wrong for one service")
    func partlyWrong() throws {
        let fields: JSONObject = ["title": "x", "fcm": ["nothing": true], "apns": ["subtitel": "y"]]
        #expect(try part(.fcm, fields).fault != nil)
        #expect(try part(.apns, fields).fault?.field == "apns.subtitel")
        #expect(try part(.webPush, fields).fault == nil)
    }
}
