import PushyCore

/// Whether APNs takes the app's notifications, for the owner's page.
enum APNsStanding: Sendable {
    /// There is no way to it; what is missing stands elsewhere on the page.
    case notConfigured
    /// It was asked, and has not answered yet.
    case unanswered
    case answered(APNsReach.Answer)

    /// A line for each environment.
    var html: HTML {
        switch self {
        case .notConfigured: Self.template.render(["isMissing": true])
        case .unanswered: Self.template.render(["isUnanswered": true])
        case .answered(let answer):
            Self.template.render([
                "environments": .list(APNsEnvironment.allCases.compactMap { line($0, answer.probes[$0]) }),
                "isWrong": .flag(answer.probes.values.contains { $0 != .accepted }),
                "moment": .text(answer.at.rfc3339),
                "asked": .text(answer.at.worded),
            ])
        }
    }

    private func line(_ environment: APNsEnvironment, _ probe: APNsProbe?) -> TemplateScope? {
        guard let probe else { return nil }
        let scope: TemplateScope = ["environment": .text(environment.worded)]
        return switch probe {
        case .accepted: scope.with(["isFine": true])
        case .refused(let status, let reason):
            scope.with(["fault": .text("It answers \(status) \(reason). \(reason.advice)")])
        case .failed(let failure): scope.with(["fault": .text(failure.description)])
        }
    }

    private static let template = Template(PackageResources.apns_html)
}
