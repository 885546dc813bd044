import Foundation
import Testing

@testable import PushyCore

@Suite("What a service answers in a broadcast")
struct ServiceCheckTests {
    private let device = Self.refusal("SENDER_ID_MISMATCH", .perhapsDevice)
    private let app = Self.refusal("PERMISSION_DENIED", .app)
    private let account = Self.refusal("AccountRefused", .account)
    private let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))

    private static func refusal(_ reason: String, _ blame: ServiceRefusal.Blame) -> ServiceOutcome {
        .refused(ServiceRefusal(reason: reason, sentence: "Mend \(reason).", blame: blame))
    }

    @Test("is about the app where it says so of everybody, or of many, and always where it is about the account")
    func refusals() {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge([app]) == .serviceRefuses("Mend PERMISSION_DENIED."))
        check = ServiceCheck(of: .fcm)
        #expect(check.judge([.accepted, app]) == nil)
        #expect(check.judge(Array(repeating: app, count: 19)) == nil)
        #expect(check.judge(Array(repeating: app, count: 20)) == .serviceRefuses("Mend PERMISSION_DENIED."))
        #expect(check.judge([.accepted, account]) == .serviceRefuses("Mend AccountRefused."))
    }

    @Test("is about single devices once somebody was accepted, however many there are next to one another")
    func singleDevices() {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge([.accepted] + Array(repeating: device, count: 19)) == nil)
        #expect(check.isSane)
        #expect(check.judge(Array(repeating: device, count: 100)) == nil)
        #expect(check.judge(Array(repeating: .gone(reason: "UNREGISTERED"), count: 100)) == nil)
    }

    @Test(
        "is for a sample of all to decide where nobody of the first was accepted",
        arguments: [ServiceOutcome.gone(reason: "UNREGISTERED"), .rejected(reason: "INVALID_ARGUMENT")]
    )
    func sample(outcome: ServiceOutcome) {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge(Array(repeating: outcome, count: 19)) == nil)
        #expect(check.verdict == .open)
        #expect(check.judge([outcome]) == nil)
        #expect(check.verdict == .suspicious)
        check.beginSample()
        var reached = check
        #expect(check.judge(Array(repeating: outcome, count: 100)) == nil)
        #expect(check.endSample() != nil)
        #expect(reached.judge([.accepted, outcome]) == nil)
        #expect(reached.isSane)
        #expect(reached.endSample() == nil)
    }

    @Test("condemns the app where all of a few devices are refused, and no more are left")
    func few() {
        var check = ServiceCheck(of: .webPush)
        #expect(check.judge([device, device]) == nil)
        #expect(check.end() == .serviceRefuses("Mend SENDER_ID_MISMATCH."))
        check = ServiceCheck(of: .webPush)
        #expect(check.judge([device, .gone(reason: "HTTP 410")]) == nil)
        #expect(check.end() == nil)
    }

    @Test("is an outage when all have to wait for the service, or very many for whatever reason")
    func outages() {
        var check = ServiceCheck(of: .fcm)
        let delay = ServiceOutcome.late(ServiceOutcome.Delay(reason: "UNAVAILABLE", isOfService: true))
        #expect(check.judge([delay, delay]) == .serviceOutage(.fcm, "UNAVAILABLE"))
        #expect(check.judge([delay, .accepted]) == nil)
        #expect(check.judge([late]) == nil)
        #expect(check.judge(Array(repeating: late, count: 20)) == .serviceOutage(.fcm, "HTTP 503"))
    }

    @Test("is an outage when none of a few was reached or got an answer, and no more are left", arguments: services)
    func nobodyOfFew(service: PushServiceKind) {
        let silent = Array(repeating: ServiceOutcome.failed(reason: "DeadlineExceeded"), count: 19)
        var check = ServiceCheck(of: service)
        #expect(check.judge(silent) == nil)
        #expect(check.end() == .serviceOutage(service, "DeadlineExceeded"))
        check = ServiceCheck(of: service)
        #expect(check.judge(silent + [.rejected(reason: "HTTP 400")]) == nil)
        #expect(check.end() == nil)
    }

    @Test("is no outage when many browsers' hosts cannot be reached, unless nobody else can either")
    func deadHosts() {
        var check = ServiceCheck(of: .webPush)
        #expect(check.judge(Self.unreached(25), at: (0..<25).map { "dead\($0).example.com" }) == nil)
        #expect(check.verdict == .suspicious)
        check.beginSample()
        var reached = check
        #expect(check.judge(Self.unreached(5), at: (0..<5).map { "host\($0).example.com" }) == nil)
        #expect(check.endSample() == .serviceOutage(.webPush, "NotReachable"))
        #expect(reached.judge([.accepted] + Self.unreached(1), at: ["alive.example.com", "dead.example.com"]) == nil)
        #expect(reached.isSane)
        #expect(reached.judge(Self.unreached(25), at: (0..<25).map { "dead\($0).example.com" }) == nil)
    }

    @Test("is an outage of browsers' services when one host fails for many, or one that took messages before")
    func outageOfHost() {
        var check = ServiceCheck(of: .webPush)
        let outage = Trouble.serviceOutage(.webPush, "NotReachable")
        #expect(check.judge(Self.unreached(20), at: Array(repeating: "a.example.com", count: 20)) == outage)
        check = ServiceCheck(of: .webPush)
        #expect(
            check.judge(Array(repeating: .accepted, count: 20), at: (0..<20).map { "\($0 % 2).example.com" }) == nil
        )
        #expect(check.judge(Self.unreached(2), at: ["dead.example.com", "dead.example.com"]) == nil)
        #expect(check.judge(Self.unreached(2), at: ["dead.example.com", "1.example.com"]) == outage)
    }

    @Test("is no outage any more when it was waited for a few browsers for too long")
    func impatient() {
        var check = ServiceCheck(of: .webPush, isPatient: false)
        #expect(check.judge(Self.unreached(1), at: ["dead.example.com"]) == nil)
        #expect(check.end() == nil)
        check = ServiceCheck(of: .fcm, isPatient: false)
        #expect(check.judge(Self.unreached(1)) == .serviceOutage(.fcm, "NotReachable"))
    }

    private static let services = [PushServiceKind.fcm, .webPush]

    private static func unreached(_ count: Int) -> [ServiceOutcome] {
        let delay = ServiceOutcome.Delay(reason: "NotReachable", isOfService: true)
        return Array(repeating: .late(delay), count: count)
    }

    @Test("is a silence when many one after the other gave no answer, on however small pages")
    func silence() {
        var check = ServiceCheck(of: .fcm)
        let failed = Array(repeating: ServiceOutcome.failed(reason: "DeadlineExceeded"), count: 10)
        #expect(check.silence(failed) == nil)
        #expect(check.silence([.accepted] + failed) == nil)
        #expect(check.silence(failed) == nil)
        #expect(check.silence(failed) != nil)
    }
}

extension ServiceCheck {
    /// Judges what devices of one host were answered, or of the hosts that are named.
    fileprivate mutating func judge(_ outcomes: [ServiceOutcome], at hosts: [String]? = nil) -> Trouble? {
        let hosts = hosts ?? outcomes.map { _ in "push.example.com" }
        return judge(outcomes, of: hosts.enumerated().compactMap { Device(at: $1, number: $0) })
    }
}

extension Device {
    fileprivate init?(at host: String, number: Int) {
        let subscription: JSONValue = ["endpoint": .string("https://\(host)/\(number)")]
        var record = TokenRecord(pro: false, environment: nil, at: Date(timeIntervalSince1970: 0))
        record["subscription"] = subscription
        record["vapid"] = "a key"
        guard let address = WebAddress(record) else { return nil }
        self.init(id: DeviceID(of: .web(address), in: .default), address: .web(address), record: record)
    }
}
