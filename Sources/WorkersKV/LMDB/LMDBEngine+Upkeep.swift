import CLMDB

extension LMDBEngine {
    /// The size of the file as far as it was ever used, in bytes.
    public func byteCount() throws(KVError) -> Int {
        try withEnvironment { environment throws(KVError) in
            var info = MDB_envinfo()
            var statistics = MDB_stat()
            try LMDBCode.check(mdb_env_info(environment, &info))
            try LMDBCode.check(mdb_env_stat(environment, &statistics))
            return (info.me_last_pgno + 1) * Int(statistics.ms_psize)
        }
    }

    /// Frees the reader slots of processes that were killed: as long as one stands, no page that was deleted since can be
    /// used again.
    public func maintain() throws(KVError) {
        try withEnvironment { environment throws(KVError) in
            try LMDBCode.check(mdb_reader_check(environment, nil))
        }
    }
}
