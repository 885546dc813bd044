import HTTPServer

/// How the server meets its clients.
struct WebConfiguration: Hashable, Sendable {
    let listen: ListenAddress
    /// Certificate and key, when the server speaks https itself.
    let tls: HTTPServer.TLSFiles?
    /// Calls to `/tokens` and `/devices` a minute from one client address; 0 is no limit.
    let callsPerMinute: Int
    /// For how many days it is kept what was sent to single users and devices.
    let sendLogDays: Int
    /// Whose `X-Forwarded-For` counts.
    let trustedProxies: TrustedProxies
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
    static let certificate = Setting.text(
        Flag("tls-cert", .value("PATH"), help: "Serve https with the certificate chain in this PEM file.")
    )
    static let certificateKey = Setting.text(
        Flag("tls-key", .value("PATH"), help: "The PEM file of the certificate's private key.")
    )
    static let rateLimit = Setting.number(
        Flag(
            "rate-limit",
            .value("N"),
            default: "60",
            help: "Calls to /tokens and /devices a minute from one client address, in bursts of as many; 0 is no limit."
        ),
        in: 0...1_000_000,
        of: "calls"
    )
    static let sendLogAge = Setting.number(
        Flag(
            "send-log-days",
            .value("N"),
            default: "30",
            help: "For how many days it is kept what became of messages to single users and devices."
        ),
        in: 1...3_650,
        of: "days"
    )
    static let proxies = Setting.list(
        Flag(
            "trusted-proxies",
            .value("LIST"),
            help: "Addresses or blocks of the proxies whose X-Forwarded-For counts, such as 127.0.0.1,10.0.0.0/8."
        )
    ) { word throws(Misfit) in
        guard let network = IPNetwork(word) else {
            throw Misfit("give addresses or blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8,::1")
        }
        return network
    }

    static let section = FlagSection(
        title: "Web server",
        flags: [
            listenSetting.flag, certificate.flag, certificateKey.flag, rateLimit.flag, sendLogAge.flag, proxies.flag,
        ]
    )

    init(_ inputs: Inputs) throws(Complaint) {
        listen = try inputs.value(Self.listenSetting)
        let certificate = try inputs.optional(Self.certificate)
        let key = try inputs.optional(Self.certificateKey)
        switch (certificate, key) {
        case (nil, nil): tls = nil
        case (let certificate?, let key?): tls = HTTPServer.TLSFiles(certificatePath: certificate, keyPath: key)
        default:
            let missing = certificate == nil ? Self.certificate.flag : Self.certificateKey.flag
            throw .configuration("https needs certificate and key, and \(missing.variable) is missing: set it as well")
        }
        callsPerMinute = try inputs.value(Self.rateLimit)
        sendLogDays = try inputs.value(Self.sendLogAge)
        trustedProxies = TrustedProxies(try inputs.optional(Self.proxies) ?? [])
    }
}
