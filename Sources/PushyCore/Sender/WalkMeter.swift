import WorkersKV

/// Charges a walk what it would cost on Workers: a list for each thousand keys, and a read for each key.
struct WalkMeter: Sendable {
    /// How many keys the last list that was charged still covers.
    private var listedKeys = 0

    /// What the last list would name is passed over: the next key is on another one.
    mutating func beginList() {
        listedKeys = 0
    }

    mutating func charge(_ store: KVStore, for keyCount: Int) async throws(KVError) {
        listedKeys -= keyCount
        while listedKeys < 0 {
            listedKeys += KVLimits.listedKeys
            try await store.charge(.lists)
        }
        try await store.charge(.reads, keyCount)
    }
}
