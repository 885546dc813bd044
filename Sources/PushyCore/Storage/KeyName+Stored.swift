import WorkersKV

extension KeyName {
    /// The name of a record of the service's own.
    init(of record: String) throws(KVError) {
        do throws(KVRefusal) {
            try self.init(record)
        } catch {
            throw .refused(error)
        }
    }
}
