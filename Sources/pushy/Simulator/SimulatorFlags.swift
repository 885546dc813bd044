import APNsSimulator
import HTTP2
import PushCrypto

/// The flags of `pushy simulator`. Their variables say so: the server's own settings must not move the simulator.
enum SimulatorFlags {
    private static let listen = Setting(
        flag("listen", "ADDRESS:PORT", default: "127.0.0.1:2197", "Where to listen; port 0 picks a free one."),
        read: ListenAddress.init
    )
    private static let topic = Setting.text(
        flag("topic", "BUNDLE-ID", "The app's bundle ID; without it every topic is accepted.")
    )
    private static let keyFile = Setting.text(
        flag("key-file", "P8", "The key whose signatures are accepted; without it every signature is.")
    )
    private static let authorityFile = Setting.text(
        flag(
            "ca-out",
            "PATH",
            default: "pushy-simulator-ca.pem",
            "Where the certificate goes that clients have to trust; its key goes beside it, and both are used again."
        )
    )
    private static let log = Setting.text(
        flag("log", "PATH", "A file to which each accepted notification is appended, as a line of JSON.")
    )
    private static let rules = Setting.text(flag("rules", "PATH", "A file of rules that say what goes wrong."))
    private static let latency = Setting.number(
        flag("latency", "MS", default: "0", "How long each answer takes, in milliseconds."),
        in: 0...600_000,
        of: "milliseconds"
    )
    private static let streamLimit = Setting.number(
        flag("max-streams", "N", default: "1000", "How many streams a connection may have open at once."),
        in: 1...Int(Int32.max),
        of: "streams"
    )
    private static let isUnchecked = Setting.toggle(
        "unchecked",
        variable: "PUSHY_SIMULATOR_UNCHECKED",
        help: "Accept whatever comes, for measuring."
    )

    static let section = FlagSection(
        title: "Simulator",
        flags: [
            listen.flag, topic.flag, keyFile.flag, authorityFile.flag, log.flag, rules.flag, latency.flag,
            streamLimit.flag,
            isUnchecked.flag,
        ]
    )

    private static func flag(
        _ name: String,
        _ placeholder: String,
        default defaultText: String? = nil,
        _ help: String
    ) -> Flag {
        let variable = "PUSHY_SIMULATOR_" + name.uppercased().replacing("-", with: "_")
        return Flag(name, variable: variable, .value(placeholder), default: defaultText, help: help)
    }
}

extension SimulatorFlags {
    /// Reads how the simulator is to behave, and the files that the flags name.
    ///
    /// - Throws: a complaint that names the flag or the file, and the mend.
    static func configuration(from inputs: Inputs) throws(Complaint) -> SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        let address = try inputs.value(listen)
        configuration.listen = Endpoint(host: address.host, port: address.port)
        configuration.topic = try inputs.optional(topic)
        configuration.providerKey = try inputs.optional(keyFile).map(publicKey)
        configuration.authorityFile = try inputs.value(authorityFile)
        configuration.logFile = try inputs.optional(log)
        configuration.rules = try inputs.optional(rules).map(ruleBook) ?? SimulatorRules()
        configuration.latency = .milliseconds(try inputs.value(latency))
        configuration.streamLimit = UInt32(try inputs.value(streamLimit))
        configuration.isChecking = !(try inputs.optional(isUnchecked) ?? false)
        // What it accepts stands in the log; nobody asks this process.
        configuration.rememberedDeliveryCount = 0
        return configuration
    }

    /// Of the server's private key or of the public one alone.
    private static func publicKey(inFile path: String) throws(Complaint) -> P256.PublicKey {
        do {
            let text = try TextFile.text(at: path)
            do {
                return try P256.PrivateKey(pem: text).publicKey
            } catch KeyFault.publicKey {
                return try P256.PublicKey(pem: text)
            }
        } catch let error as TextFile.Unreadable {
            throw .configuration("--key-file: \(error)")
        } catch {
            throw .configuration("--key-file \(path) is not usable: \(error)")
        }
    }

    private static func ruleBook(inFile path: String) throws(Complaint) -> SimulatorRules {
        do {
            return try SimulatorRules(file: path)
        } catch {
            throw .configuration(error.description)
        }
    }
}
