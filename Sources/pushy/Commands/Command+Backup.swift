import WorkersKV

extension Command {
    /// `pushy backup`
    static let backup = Command(
        "backup",
        summary: "writes a consistent copy of the store to a new file, while the server runs",
        details: """
            The copy holds one moment of the whole store: tokens, broadcasts, counters. It is compact, readable by you alone, \
            ends with a checksum, and never replaces a file that is there.

            The credentials of apps are in it, encrypted under PUSHY_MASTER_KEY, which is not: keep a copy of the env file as \
            well, in another place.
            """,
        operands: [Operand(placeholder: "FILE", help: "The file to write; it must not exist yet.")],
        sections: [.configuration, DataDirectory.section],
        examples: [
            Example(line: "pushy backup /backups/pushy-monday.mdb --env-file pushy.env", purpose: "Keep this moment.")
        ]
    ) { invocation throws(Complaint) in
        let directory = try DataDirectory(invocation.inputs)
        let file = invocation.operands[0]
        try directory.announceExisting(to: invocation.console)
        try await Complaint.wrapping { () throws(KVError) in
            let engine = try LMDBEngine(directory: directory.path, access: .command)
            defer { engine.close() }
            try engine.copy(toFile: file)
        }
        invocation.console.printResult("Wrote \(file).")
    }

    /// `pushy restore`
    static let restore = Command(
        "restore",
        summary: "puts a copy back into a data directory without a store",
        details: """
            The copy is checked first, its checksum and each of its pages; of a damaged one nothing is restored. The directory \
            is made if it is not there. One that holds a store is left as it is: move it away first, and stop the server that \
            uses it.
            """,
        operands: [Operand(placeholder: "FILE", help: "What pushy backup wrote.")],
        sections: [.configuration, DataDirectory.section],
        examples: [
            Example(
                line: "pushy restore /backups/pushy-monday.mdb --data ./restored",
                purpose: "Look at that moment beside the store that is in use."
            )
        ]
    ) { invocation throws(Complaint) in
        let directory = try DataDirectory(invocation.inputs)
        invocation.console.printNote("using the data directory \(directory)")
        try await Complaint.wrapping { () throws(KVError) in
            try LMDBEngine.restore(fromFile: invocation.operands[0], toDirectory: directory.path)
        }
        invocation.console.printResult("Restored \(invocation.operands[0]) into \(directory.path).")
    }
}
