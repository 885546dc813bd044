extension KVStore {
    /// A namespace for the service's own notes on the keys of another, created when there is none.
    ///
    /// A note speaks of what stood under its key when it was made. The next put or delete of that key takes it away in the
    /// same transaction, whoever writes; what vanishes by its expiry leaves its note until then.
    public func systemNamespace(
        named name: String,
        notingOn subject: KVNamespace
    ) async throws(KVError) -> KVNamespace {
        let notes = try await systemNamespace(named: name)
        let isBound = try snapshot { snapshot throws(KVError) in
            try snapshot.reader.noteNumbers(on: subject.number).contains(notes.number)
        }
        if isBound { return notes }
        try await commit { transaction throws(KVError) in
            try transaction.context.bindNotes(notes, on: subject)
        }
        return notes
    }
}

extension WriteContext {
    /// Has what is written in the subject take the notes on it away, from now on.
    fileprivate func bindNotes(_ notes: KVNamespace, on subject: KVNamespace) throws(KVError) {
        try writer.put([], for: StoreKey.notes(on: subject.number) + notes.number.bigEndianBytes)
        noteNumbers[subject.number] = nil
    }

    /// Takes away what was noted on a key that is put or deleted.
    func dropNotes(on key: KeyName, in subject: KVNamespace) throws(KVError) {
        guard !subject.isSystem else { return }
        for number in try knownNoteNumbers(on: subject.number) {
            _ = try remove(key, KVNamespace(systemName: "", number: number))
        }
    }

    /// Looked up once a commit.
    private func knownNoteNumbers(on subject: UInt32) throws(KVError) -> [UInt32] {
        if let numbers = noteNumbers[subject] { return numbers }
        let numbers = try writer.noteNumbers(on: subject)
        noteNumbers[subject] = numbers
        return numbers
    }
}

extension KVEngineReader {
    /// The namespaces that hold notes on the keys of another.
    fileprivate func noteNumbers(on subject: UInt32) throws(KVError) -> [UInt32] {
        let prefix = StoreKey.notes(on: subject)
        var numbers: [UInt32] = []
        try scan(KVEngineRange(prefix: prefix)) { key, _ in
            if let number = UInt32(bigEndianBytes: key, at: prefix.count) { numbers.append(number) }
            return true
        }
        return numbers
    }
}
