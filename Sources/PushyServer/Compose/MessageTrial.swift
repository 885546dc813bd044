import Foundation
import PushyCore

/// What became of a message that was tried on a user's devices, or on one.
struct MessageTrial: Sendable {
    private let results: [Result]
    private let app: App

    private struct Result: Sendable {
        let device: String
        let platform: DevicePlatform
        let isSent: Bool
        let reason: String?

        var outcome: String { isSent ? "\(platform.worded): sent" : platform.sentence(onFailing: reason) }
    }

    /// The answer to a send, as a backend would have got it.
    init(_ answer: SendAnswer, of app: App) {
        self.app = app
        guard case .array(let results)? = answer.json["results"] else {
            self.results = []
            return
        }
        self.results = results.compactMap { result in
            func text(_ name: String) -> String? {
                if case .string(let text)? = result[name] { text } else { nil }
            }
            guard let device = text("device_id"), let platform = text("platform").flatMap(DevicePlatform.init) else {
                return nil
            }
            let isSent = text("status") == SendOutcome.Status.sent.rawValue
            return Result(device: device, platform: platform, isSent: isSent, reason: text("reason"))
        }
    }

    /// The result, to stand above the form.
    var html: HTML {
        Self.template.render([
            "isGood": .flag(!results.isEmpty && results.allSatisfy(\.isSent)),
            "sentence": .text(sentence),
            "devices": .list(results.map { ["device": .text($0.device), "outcome": .text($0.outcome)] }),
            "hasDevices": .flag(!results.isEmpty),
            "address": .text(app.address),
        ])
    }

    private var sentence: String {
        guard !results.isEmpty else { return "The user has no device in \(app.name), so nothing was sent." }
        let sent = results.filter(\.isSent)
        guard !sent.isEmpty else { return "Nothing was sent." }
        let whom = sent.count == results.count ? sent.count.devices : "\(sent.count) of \(results.count.devices)"
        return "Sent to \(whom). Looks right there? Then send it to everybody below."
    }

    private static let template = Template(PackageResources.trial_html)
}
