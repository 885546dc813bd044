/// How the server meets its clients.
struct WebConfiguration: Hashable, Sendable {
    let listen: ListenAddress
    /// Certificate and key, when the server speaks https itself.
    let identity: TLSIdentity?
    /// Calls to `/tokens` a minute from one client address; 0 is no limit.
    let callsPerMinute: Int
    /// Whose `X-Forwarded-For` counts.
    let trustedProxies: [AddressBlock]

    /// A certificate chain and its private key, both in PEM.
    struct TLSIdentity: Hashable, Sendable {
        let certificate: String
        let key: String
    }
}

extension WebConfiguration: ConfigurationPart {
    static let listenSetting = Setting(
        Flag(
            "listen",
            .value("ADDRESS:PORT"),
            default: "127.0.0.1:8080",
            help: "Where to listen. Port 0 picks a free one; the line \"listening on http://…\" says which."
        ),
        read: ListenAddress.init
    )
    static let certificate = Setting.pem(
        Flag("tls-cert", .secret("PATH"), help: "Serve https with this certificate chain: a PEM file, or its text.")
    )
    static let certificateKey = Setting.pem(
        Flag("tls-key", .secret("PATH"), help: "The certificate's private key: a PEM file, or its text.")
    )
    static let rateLimit = Setting.number(
        Flag(
            "rate-limit",
            .value("N"),
            default: "60",
            help: "Calls to /tokens a minute from one client address, in bursts of as many; 0 is no limit."
        ),
        in: 0...1_000_000,
        of: "calls"
    )
    static let proxies = Setting.list(
        Flag(
            "trusted-proxies",
            .value("LIST"),
            help: "Addresses or blocks of the proxies whose X-Forwarded-For counts, such as 127.0.0.1,10.0.0.0/8."
        ),
        of: AddressBlock.init
    )

    static let section = FlagSection(
        title: "Web server",
        flags: [listenSetting.flag, certificate.flag, certificateKey.flag, rateLimit.flag, proxies.flag]
    )

    init(_ inputs: Inputs) throws(Complaint) {
        listen = try inputs.value(Self.listenSetting)
        let certificate = try inputs.optional(Self.certificate)
        let key = try inputs.optional(Self.certificateKey)
        switch (certificate, key) {
        case (nil, nil): identity = nil
        case (let certificate?, let key?): identity = TLSIdentity(certificate: certificate, key: key)
        default:
            let missing = certificate == nil ? Self.certificate.flag : Self.certificateKey.flag
            throw .configuration("https needs certificate and key, and \(missing.variable) is missing: set it as well")
        }
        callsPerMinute = try inputs.value(Self.rateLimit)
        trustedProxies = try inputs.optional(Self.proxies) ?? []
    }
}
