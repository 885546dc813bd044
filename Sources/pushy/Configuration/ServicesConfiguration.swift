import PushyServer

/// Where FCM and browsers' services are; nothing needs to be said for the real ones.
struct ServicesConfiguration: Sendable {
    let fcm: FCMEndpoint
    let endpoints: EndpointPolicy
}

extension ServicesConfiguration: ConfigurationPart {
    static let fcmURL = Setting(
        Flag(
            "fcm-url",
            .value("URL"),
            default: "https://fcm.googleapis.com",
            help: "Where messages for FCM go; another one for a stand-in or a proxy, https only."
        )
    ) { text throws(Misfit) in
        do {
            return try FCMEndpoint(url: text)
        } catch {
            throw Misfit("give an address such as https://127.0.0.1:8443, https only and without a path")
        }
    }
    static let pushHosts = Setting.list(
        Flag(
            "webpush-hosts",
            .value("LIST"),
            help:
                "Hosts to take for browsers' services besides the known ones; one named with its port may be on loopback."
        )
    ) { word throws(Misfit) in
        guard (try? EndpointPolicy(adding: [word])) != nil else {
            throw Misfit("give hosts, separated by commas, such as push.example.com,*.example.org,localhost:8443")
        }
        return word
    }
    static let section = FlagSection(title: "FCM and Web Push", flags: [fcmURL.flag, pushHosts.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        fcm = try inputs.value(Self.fcmURL)
        endpoints = try Self.endpoints(inputs)
    }

    /// Which hosts are taken for browsers' services, for a command that needs to know no more.
    static func endpoints(_ inputs: Inputs) throws(Complaint) -> EndpointPolicy {
        let hosts = try inputs.optional(pushHosts) ?? []
        do {
            return try EndpointPolicy(adding: hosts)
        } catch {
            throw .configuration("\(error)")
        }
    }
}
