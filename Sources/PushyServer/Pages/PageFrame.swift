/// What stands around the content of a page: a matter of who looks at it.
struct PageFrame: Sendable {
    /// The token for the page's forms; without one nobody is logged in, and the page has no navigation.
    var formToken: String?
    /// Whether the navigation leads to the apps; who has one app, at APNs alone, finds them among the keys.
    var leadsToApps = false
}
