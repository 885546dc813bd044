import Foundation
import PushyCore

/// What became of a message that was tried on a user's devices, or on one.
struct MessageTrial: Sendable {
    private let results: [Result]
    private let app: App

    private struct Result: Sendable {
        let platform: DevicePlatform
        let isSent: Bool
        let reason: String?
    }

    /// The answer to a send, as a backend would have got it.
    init(_ answer: SendAnswer, of app: App) {
        self.app = app
        guard case .array(let results)? = answer.json["results"] else {
            self.results = []
            return
        }
        self.results = results.compactMap { result in
            guard case .object(let members) = result, case .string(let name)? = members["platform"],
                let platform = DevicePlatform(rawValue: name)
            else { return nil }
            let reason: String? = if case .string(let text)? = members["reason"] { text } else { nil }
            let isSent = members["status"] == .string(SendOutcome.Status.sent.rawValue)
            return Result(platform: platform, isSent: isSent, reason: reason)
        }
    }

    /// The result, to stand above the form.
    var html: HTML {
        Self.template.render([
            "isGood": .flag(!results.isEmpty && results.allSatisfy(\.isSent)),
            "sentence": .text(sentence),
            "lines": .list(
                results.filter { !$0.isSent }.map {
                    ["line": .text($0.platform.sentence(onFailing: $0.reason))]
                }
            ),
            "address": .text(app.address),
        ])
    }

    private var sentence: String {
        guard !results.isEmpty else { return "The user has no device in \(app.name), so nothing was sent." }
        let sent = results.filter(\.isSent)
        guard !sent.isEmpty else { return "Nothing was sent." }
        let platforms = DevicePlatform.allCases.filter { platform in sent.contains { $0.platform == platform } }
        let names = platforms.map(\.worded).formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
        return "Sent to \(sent.count.devices): \(names). Looks right there? Then send it to everybody below."
    }

    private static let template = Template(PackageResources.trial_html)
}
