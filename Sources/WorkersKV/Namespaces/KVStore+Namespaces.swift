extension KVStore {
    /// All namespaces but the service's own, in the order of their ids.
    public func namespaces() async throws(KVError) -> [KVNamespace] {
        try snapshot { snapshot throws(KVError) in
            let prefix = StoreKey.namespacesByID
            var namespaces: [KVNamespace] = []
            try snapshot.reader.scan(KVEngineRange(prefix: prefix)) { key, bytes in
                let id = String(decoding: key.extracting(prefix.count..<key.byteCount).copied(), as: UTF8.self)
                if let row = NamespaceRow(bytes) { namespaces.append(KVNamespace(id: id, row)) }
                return true
            }
            return namespaces
        }
    }

    /// The namespace of an id; nil when there is none.
    public func namespace(id: String) async throws(KVError) -> KVNamespace? {
        try snapshot { snapshot throws(KVError) in try snapshot.reader.namespace(id: id) }
    }

    /// The namespace of a title; nil when there is none.
    ///
    /// - Throws: ``KVError/invalidTitle(byteCount:)``, ``KVError/unavailable(_:)``.
    public func existingNamespace(titled title: String) async throws(KVError) -> KVNamespace? {
        try snapshot { snapshot throws(KVError) in try snapshot.reader.namespace(titled: title) }
    }

    /// The namespace of a title, created when there is none.
    ///
    /// - Throws: ``KVError/invalidTitle(byteCount:)``, ``KVError/unavailable(_:)``.
    public func namespace(titled title: String) async throws(KVError) -> KVNamespace {
        if let existing = try await existingNamespace(titled: title) { return existing }
        return try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            if let existing = try writer.namespace(titled: title) { return existing }
            return try writer.createNamespace(titled: title)
        }
    }

    /// Creates a namespace; its id is random.
    ///
    /// - Throws: ``KVError/namespaceExists(title:)``, ``KVError/invalidTitle(byteCount:)``,
    ///   ``KVError/unavailable(_:)``.
    public func createNamespace(titled title: String) async throws(KVError) -> KVNamespace {
        try await commit { transaction throws(KVError) in try transaction.createNamespace(titled: title) }
    }

    /// Gives a namespace another title.
    ///
    /// - Throws: ``KVError/unknownNamespace(_:)``, and as ``createNamespace(titled:)``.
    public func renameNamespace(id: String, to title: String) async throws(KVError) -> KVNamespace {
        try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            guard let former = try writer.namespace(id: id) else { throw .unknownNamespace(id) }
            guard former.title != title else { return former }
            guard try writer.namespace(titled: title) == nil else { throw .namespaceExists(title: title) }
            try writer.delete(StoreKey.namespace(titled: former.title))
            return try writer.putNamespace(id: id, NamespaceRow(number: former.number, title: title))
        }
    }

    /// Deletes a namespace. Its keys are gone at once, and leave the disk in the background; no budget is charged.
    ///
    /// - Throws: ``KVError/unknownNamespace(_:)``, ``KVError/unavailable(_:)``.
    public func deleteNamespace(id: String) async throws(KVError) {
        try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            guard let namespace = try writer.namespace(id: id) else { throw .unknownNamespace(id) }
            try writer.deleteNamespace(namespace)
        }
    }

    /// A namespace for the service's own records, created when there is none: not counted, not listed.
    public func systemNamespace(named name: String) async throws(KVError) -> KVNamespace {
        let key = StoreKey.systemNamespace(named: name)
        let existing = try snapshot { snapshot throws(KVError) in try snapshot.reader.number(at: key) }
        if let existing { return KVNamespace(systemName: name, number: existing) }
        return try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            if let number = try writer.number(at: key) { return KVNamespace(systemName: name, number: number) }
            let number = try writer.nextNamespaceNumber()
            try writer.put(number.bigEndianBytes, for: key)
            return KVNamespace(systemName: name, number: number)
        }
    }
}

extension KVNamespace {
    init(id: String, _ row: NamespaceRow) {
        self.init(id: id, title: row.title, isSystem: false, number: row.number)
    }

    init(systemName: String, number: UInt32) {
        self.init(id: "", title: systemName, isSystem: true, number: number)
    }
}

extension KVEngineReader {
    func namespace(id: String) throws(KVError) -> KVNamespace? {
        guard id.utf8.count <= KVNamespace.maximumTitleByteCount else { return nil }
        let key = StoreKey.namespacesByID + Array(id.utf8)
        return try decode(key) { NamespaceRow($0) }.map { KVNamespace(id: id, $0) }
    }

    func namespace(titled title: String) throws(KVError) -> KVNamespace? {
        guard (1...KVNamespace.maximumTitleByteCount).contains(title.utf8.count) else {
            throw .invalidTitle(byteCount: title.utf8.count)
        }
        let id = try decode(StoreKey.namespace(titled: title)) { String(decoding: $0.copied(), as: UTF8.self) }
        guard let id else { return nil }
        return try namespace(id: id)
    }

    func number(at key: [UInt8]) throws(KVError) -> UInt32? {
        try decode(key) { UInt32(bigEndianBytes: $0) }
    }
}

extension KVEngineWriter {
    func createNamespace(titled title: String) throws(KVError) -> KVNamespace {
        let id =
            String(UInt64.random(in: .min ... .max), padded: 16) + String(UInt64.random(in: .min ... .max), padded: 16)
        return try putNamespace(id: id, NamespaceRow(number: try nextNamespaceNumber(), title: title))
    }

    func putNamespace(id: String, _ row: NamespaceRow) throws(KVError) -> KVNamespace {
        try put(row.bytes, for: (StoreKey.namespacesByID + Array(id.utf8)))
        try put(Array(id.utf8), for: StoreKey.namespace(titled: row.title))
        return KVNamespace(id: id, row)
    }

    func deleteNamespace(_ namespace: KVNamespace) throws(KVError) {
        try delete(StoreKey.namespacesByID + Array(namespace.id.utf8))
        try delete(StoreKey.namespace(titled: namespace.title))
        try put([], for: StoreKey.deletedNamespaces + namespace.number.bigEndianBytes)
    }

    /// A number that no namespace had before, so that what a deleted one left is never seen in another.
    func nextNamespaceNumber() throws(KVError) -> UInt32 {
        let number = try number(at: StoreKey.nextNamespaceNumber) ?? 1
        try put((number + 1).bigEndianBytes, for: StoreKey.nextNamespaceNumber)
        return number
    }
}

extension String {
    fileprivate init(_ number: UInt64, padded width: Int) {
        let digits = String(number, radix: 16)
        self = Self(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
