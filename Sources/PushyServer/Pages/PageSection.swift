/// A page that the navigation leads to; the owner is told which of them is open.
enum PageSection: CaseIterable, Sendable {
    case send
    case history

    /// What the link says.
    var name: String {
        switch self {
        case .send: "Send"
        case .history: "History"
        }
    }

    /// Where the link leads.
    var address: String {
        switch self {
        case .send: "/admin"
        case .history: "/admin/broadcasts"
        }
    }
}
