extension KVWriteTransaction {
    /// Creates a namespace together with whatever else the transaction changes; its id is random.
    ///
    /// - Throws: ``KVError/namespaceExists(title:)``, ``KVError/invalidTitle(byteCount:)`` or
    ///   ``KVError/unavailable(_:)``.
    @discardableResult
    public func createNamespace(titled title: String) throws(KVError) -> KVNamespace {
        guard try context.writer.namespace(titled: title) == nil else { throw .namespaceExists(title: title) }
        return try context.writer.createNamespace(titled: title)
    }

    /// Deletes the namespace of a title, if there is one. Its keys are gone at once, and leave the disk in the background;
    /// no budget is charged.
    public func deleteNamespace(titled title: String) throws(KVError) {
        guard let namespace = try context.writer.namespace(titled: title) else { return }
        try context.writer.deleteNamespace(namespace)
    }

    /// Deletes a namespace of the service's own records, if there is one, in the same way.
    public func deleteSystemNamespace(named name: String) throws(KVError) {
        let key = StoreKey.systemNamespace(named: name)
        guard let number = try context.writer.number(at: key) else { return }
        try context.writer.delete(key)
        try context.writer.put([], for: StoreKey.deletedNamespaces + number.bigEndianBytes)
    }
}
