import Foundation
import PushyCore

/// The page of what is configured: the check, the provider token, all settings, and the session. No secret stands on it.
struct KeysPage: Sendable {
    let settings: [SettingGroup]
    let moment: Date
    /// Whether there is anything to check.
    var isCheckable = false
    /// What the last check found, if there was one since the start.
    var outcome: CheckDesk.Outcome?
    /// Whether the way to APNs is configured.
    var isSending = false
    /// In seconds; nil before the first one.
    var providerTokenAge: Double?
    /// When the visitor's session ends; a program has none.
    var sessionEnd: Date?

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render([
            "formToken": frame.formToken.map(TemplateValue.text),
            "isCheckable": .flag(isCheckable),
            "checked": (outcome?.moment.worded).map(TemplateValue.text),
            "checkedMoment": (outcome?.moment.rfc3339).map(TemplateValue.text),
            "summary": outcome.map { .text(Self.summary(of: $0.findings)) },
            "findings": .list((outcome?.findings ?? []).map(Self.scope)),
            "tokenMade": madeAt.map { .text($0.worded) },
            "tokenMadeMoment": madeAt.map { .text($0.rfc3339) },
            "tokenAge": providerTokenAge.map { .text($0.worded) },
            "tokenMissing": .text(
                isSending
                    ? "None was made yet: the first notification, or the check, makes it."
                    : "None is made, because APNs is not configured."
            ),
            "sessionEnd": (sessionEnd?.worded).map(TemplateValue.text),
            "sessionEndMoment": (sessionEnd?.rfc3339).map(TemplateValue.text),
            "groups": .list(settings.map(Self.scope)),
            "hasSettings": .flag(!settings.isEmpty),
        ])
        var page = Page("Keys", content)
        page.frame = frame
        page.section = .keys
        return page
    }

    private var madeAt: Date? { providerTokenAge.map { moment - $0 } }

    private static func summary(of findings: [Finding]) -> String {
        let wrongCount = findings.count { $0.verdict == .wrong }
        if wrongCount == 0 { return "All is well: notifications can be sent." }
        return "\(wrongCount) of \(findings.count) things are wrong: mend them from the top."
    }

    private static func scope(of finding: Finding) -> TemplateScope {
        [
            "verdict": .text(finding.verdict.rawValue), "subject": .text(finding.subject),
            "sentence": .text(finding.sentence),
        ]
    }

    private static func scope(of group: SettingGroup) -> TemplateScope {
        [
            "title": .text(group.title),
            "settings": .list(
                group.settings.map {
                    [
                        "name": .text($0.name), "meaning": .text($0.meaning), "value": .text($0.value),
                        "isGiven": .flag($0.isGiven),
                    ]
                }
            ),
        ]
    }

    private static let template = Template(PackageResources.keys_html)
}
