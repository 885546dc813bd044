import PushyServer

/// Where the budget's alerts go besides the log.
struct AlertConfiguration: Hashable, Sendable {
    /// An address that takes a POST of JSON; it may hold a secret.
    let url: String?
    /// A file of certificates in PEM to trust besides the system's.
    let caFile: String?

    /// The way to it, if there is one.
    var channel: (any NoticeChannel)? { url.map { Webhook(url: $0, caFile: caFile) } }
}

extension AlertConfiguration: ConfigurationPart {
    static let alertURL = Setting(
        Flag(
            "alert-url",
            .secret("URL"),
            help: "Where to POST a JSON object when 50, 90 or 100 % of the writes are spent, or a rollout begins."
        )
    ) { text throws(Misfit) in
        guard text.hasPrefix("https://") || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw Misfit("give an address that begins with https:// or http://") }
        return text
    }
    static let certificateAuthorities = Setting.text(
        Flag(
            "ca-file",
            .value("PATH"),
            help: "Certificates in PEM to trust besides the system's, for alerts, FCM and Web Push."
        )
    )
    static let section = FlagSection(title: "Alerts", flags: [alertURL.flag, certificateAuthorities.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        url = try inputs.optional(Self.alertURL)
        caFile = try inputs.optional(Self.certificateAuthorities)
    }
}
