import PushyCore
import WorkersKV

/// Takes the devices of a file into an app, or says what would come of it.
struct FileImport {
    let file: InputFile
    let app: AppID
    let terms: WebTerms
    let devices: DeviceRegistry
    let console: Console

    /// Reads the whole file and changes nothing: a file that breaks off is found out before anything is written. What would
    /// be left out goes to the rejects.
    func preview(rejects: inout Rejects) async throws(Complaint) -> ImportSummary {
        try await go("checking", rejects: &rejects) { tokens throws(KVError) in
            try await devices.preview(tokens)
        }
    }

    /// Takes all of it, up to where the budget ends; an exempt charge has none. What is left out goes to the rejects.
    func take(charge: KVCharge, rejects: inout Rejects) async throws(Complaint) -> ImportSummary {
        try await go("importing", rejects: &rejects) { tokens throws(KVError) in
            try await devices.take(tokens, charge: charge)
        }
    }

    private func go(
        _ activity: String,
        rejects: inout Rejects,
        _ step: ([TokenImport]) async throws(KVError) -> [ImportOutcome]
    ) async throws(Complaint) -> ImportSummary {
        var summary = ImportSummary()
        var progress = ImportProgress(activity, byteCount: file.byteCount, console: console)
        defer { progress.clear() }
        var batches = ImportBatches(try await begin(), into: app, terms: terms)
        while !summary.isBudgetSpent, let batch = try await next(of: &batches) {
            let outcomes = try await Complaint.wrapping { () async throws(KVError) in try await step(batch.tokens) }
            progress.clear()
            for reject in summary.add(batch, outcomes) { rejects.add(reject) }
            progress.show(elementCount: summary.elementCount, byteCount: batches.byteCount)
        }
        return summary
    }

    private func begin() async throws(Complaint) -> BulkReader {
        try await Complaint.wrapping { () throws(BulkFault) in try BulkReader(file.chunks()) }
    }

    private func next(of batches: inout ImportBatches) async throws(Complaint) -> ImportBatch? {
        do {
            return try batches.next()
        } catch {
            throw .failure(error.description)
        }
    }
}
