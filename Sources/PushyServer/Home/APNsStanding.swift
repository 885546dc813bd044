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
                "environments": .list(Self.lines(answer.probes)),
                "isWrong": .flag(answer.probes.values.contains { $0 != .accepted }),
                "moment": .text(answer.at.rfc3339),
                "asked": .text(answer.at.worded),
            ])
        }
    }

    /// Environments that answered alike share a line.
    private static func lines(_ probes: [APNsEnvironment: APNsProbe]) -> [TemplateScope] {
        var groups: [(probe: APNsProbe, names: [String])] = []
        for environment in APNsEnvironment.allCases {
            guard let probe = probes[environment] else { continue }
            if let place = groups.firstIndex(where: { $0.probe == probe }) {
                groups[place].names.append(environment.rawValue)
            } else {
                groups.append((probe, [environment.worded]))
            }
        }
        return groups.map { line($0.names, $0.probe) }
    }

    private static func line(_ names: [String], _ probe: APNsProbe) -> TemplateScope {
        let scope: TemplateScope = [
            "environment": .text(names.joined(separator: " and ")), "isOne": .flag(names.count == 1),
        ]
        return switch probe {
        case .accepted: scope.with(["isFine": true])
        case .refused(let status, let reason):
            scope.with(["fault": .text("APNs answers \(status) \(reason). \(reason.advice)")])
        case .failed(let failure): scope.with(["fault": .text(failure.description)])
        }
    }

    private static let template = Template(PackageResources.apns_html)
}
