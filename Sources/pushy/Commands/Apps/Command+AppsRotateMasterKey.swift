import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy apps rotate-master-key`
    static let appsRotateMasterKey = Command(
        "rotate-master-key",
        summary: "makes a new master key and seals all credentials of apps with it",
        details: """
            It writes the new key into the env file, beside the former one; seals everything anew, in one commit; and takes the \
            former one out. A crash in between loses nothing: run it again, or start the server, and it is carried through. \
            Where the file has no master key yet, it gets one.

            A server that runs goes on with what it has in memory, and takes no new credentials until it is restarted.
            """,
        sections: appSections,
        examples: [
            Example(line: "pushy apps rotate-master-key --env-file pushy.env", purpose: "As often as your rules say.")
        ]
    ) { invocation throws(Complaint) in
        guard let path = try invocation.inputs.optional(Inputs.environmentFile) else {
            throw .usage(
                "--env-file is missing: name the file that the server starts with, which is to hold the new key"
            )
        }
        var rotation = try KeyRotation(invocation.inputs, path: path)
        if !rotation.isUnderWay {
            try await invocation.withApps(masterKey: rotation.former) { apps throws(AppFailure) in
                try await apps.checkMasterKey()
            }
        }
        try rotation.writeBothKeys()
        try await invocation.withApps(masterKey: rotation.new) { [former = rotation.former] apps throws(AppFailure) in
            try await apps.takeUpMasterKey(after: former)
        }
        try rotation.forgetFormerKey()
        invocation.console.printResult("\(path) holds a new master key. Restart the server with it.")
    }
}

/// The steps of a change of master key, in an order in which no crash loses a key that something is still sealed with.
private struct KeyRotation {
    let path: String
    let former: MasterKey?
    private(set) var new: MasterKey
    private let formerText: String?
    private let newText: String
    /// Whether an earlier rotation was cut short: its keys are both in the file already.
    let isUnderWay: Bool

    init(_ inputs: Inputs, path: String) throws(Complaint) {
        self.path = path
        let (keyFlag, formerFlag) = (MasterKeyConfiguration.masterKey.flag, MasterKeyConfiguration.formerKey.flag)
        let current = try Self.lineInFile(keyFlag, inputs)
        isUnderWay = try Self.lineInFile(formerFlag, inputs) != nil
        let keys = try MasterKeyConfiguration(inputs)
        if isUnderWay, let key = keys.current, let text = current {
            (new, newText, former, formerText) = (key, text, keys.former, nil)
            return
        }
        newText = MasterKey.randomText()
        do throws(MasterKey.Invalid) {
            new = try MasterKey(newText)
        } catch {
            throw .failure("no key could be made of the system's random bytes: run it again")
        }
        former = keys.current
        formerText = current
    }

    func writeBothKeys() throws(Complaint) {
        guard !isUnderWay else { return }
        try EnvironmentFile.rewrite(
            at: path,
            [
                (MasterKeyConfiguration.formerKey.flag.variable, formerText),
                (MasterKeyConfiguration.masterKey.flag.variable, newText),
            ]
        )
    }

    func forgetFormerKey() throws(Complaint) {
        try EnvironmentFile.rewrite(at: path, [(MasterKeyConfiguration.formerKey.flag.variable, nil)])
    }

    /// What the env file holds; a key that is given elsewhere cannot be replaced there.
    private static func lineInFile(_ flag: Flag, _ inputs: Inputs) throws(Complaint) -> String? {
        guard let given = try inputs.given(flag) else { return nil }
        guard case .line(let variable, _, _) = given.origin, variable == flag.variable else {
            throw .configuration(
                "\(given.origin) holds the key: write it into the env file itself, where it can be replaced"
            )
        }
        return given.text
    }
}
