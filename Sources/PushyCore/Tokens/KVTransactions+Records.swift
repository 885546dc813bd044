import WorkersKV

extension KVWriteTransaction {
    /// What is known of a token; nil when it is not registered, or when its value is no record.
    func record(of token: KeyName, in tokens: KVNamespace) throws(KVError) -> TokenRecord? {
        try value(of: token, in: tokens).flatMap { try? TokenRecord($0) }
    }
}

extension KVReadTransaction {
    /// The same for a transaction that only reads.
    func record(of token: KeyName, in tokens: KVNamespace) throws(KVError) -> TokenRecord? {
        try value(of: token, in: tokens).flatMap { try? TokenRecord($0) }
    }
}
