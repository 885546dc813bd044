import PushyCore

/// The links between the same page of several apps; who has one app sees none of it.
struct AppPicker: Sendable {
    let apps: [App]
    /// Whose page is open; nil for a page that is nobody's.
    let current: AppID?
    /// Where the page of an app is.
    let address: @Sendable (AppID) -> String

    /// Whether there is anything to pick.
    static func isNeeded(among apps: [App]) -> Bool {
        apps.count > 1 || apps.contains { $0.hasCredentials(for: .fcm) || $0.hasCredentials(for: .webPush) }
    }

    /// The links; nil where there is nothing to pick.
    var html: HTML? {
        guard Self.isNeeded(among: apps) else { return nil }
        return Self.template.render([
            "apps": .list(
                apps.map {
                    [
                        "address": .text(address($0.id)), "name": .text($0.name),
                        "isCurrent": .flag($0.id == current),
                    ]
                }
            )
        ])
    }

    private static let template = Template(PackageResources.picker_html)
}

extension App {
    /// Where it is shown.
    var address: String { "/admin/apps/\(id)" }
}
