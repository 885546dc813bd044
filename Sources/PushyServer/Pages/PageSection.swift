/// A page that the navigation leads to; the owner is told which of them is open.
enum PageSection: CaseIterable, Sendable {
    case send
    case history
    case devices
    case apps
    case quota
    case keys

    /// What the link says.
    var name: String {
        switch self {
        case .send: "Send"
        case .history: "History"
        case .devices: "Devices"
        case .apps: "Apps"
        case .quota: "Quota"
        case .keys: "Keys"
        }
    }

    /// Where the link leads.
    var address: String {
        switch self {
        case .send: "/admin"
        case .history: "/admin/broadcasts"
        case .devices: "/admin/devices"
        case .apps: "/admin/apps"
        case .quota: "/admin/quota"
        case .keys: "/admin/keys"
        }
    }

    /// The stylesheet of its pages.
    var style: Asset {
        switch self {
        case .send, .history: .style
        case .devices, .quota, .keys: .overviewStyle
        case .apps: .appsStyle
        }
    }
}
