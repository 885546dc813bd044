import Foundation
import PushyCore

/// Some pairs of an import, with their places in the file, counted from 1.
struct ImportBatch: Sendable {
    private(set) var pairs: [BulkPair] = []
    private(set) var places: [Int] = []
    /// Elements that are no pairs.
    private(set) var faults: [(place: Int, fault: BulkFault)] = []
}

extension ImportBatch {
    /// One commit's worth: registrations wait no longer than for this many.
    private static let pairsPerBatch = 1000

    /// Reads the next batch; nil when there are no more pairs.
    init?(from reader: inout BulkReader) throws(BulkFault) {
        while pairs.count < Self.pairsPerBatch, let element = try reader.next() {
            switch element {
            case .success(let pair):
                pairs.append(pair)
                places.append(reader.count)
            case .failure(let fault): faults.append((reader.count, fault))
            }
        }
        if pairs.isEmpty, faults.isEmpty { return nil }
    }
}
