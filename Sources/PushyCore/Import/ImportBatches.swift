import APNs

/// Goes through a bulk file by batches of tokens that can be imported; elements that cannot come with their reasons.
///
/// The file itself is not in memory. What is remembered of each device, to find those that the file has twice, takes 20 to
/// 45 bytes: at most half a gigabyte for ten million.
public struct ImportBatches {
    /// A commit's worth: registrations wait no longer than for this many.
    private static let size = 1_000

    private var reader: BulkReader
    private let app: AppID
    private let terms: WebTerms?
    private var seen: [Int: Seen] = [:]

    /// A token that came before. Places beyond four billion are not told apart.
    private struct Seen {
        let place: UInt32
        let contents: UInt32
    }

    /// The batches of a file that moves into an app, to which browsers come on these terms.
    public init(_ reader: BulkReader, into app: AppID = .default, terms: WebTerms? = nil) {
        self.reader = reader
        self.app = app
        self.terms = terms
    }

    /// How many bytes of the file have been read.
    public var byteCount: Int { reader.byteCount }

    /// The next batch; nil at the end.
    ///
    /// - Throws: ``BulkFault`` when the file cannot be read on from here.
    public mutating func next() throws(BulkFault) -> ImportBatch? {
        var batch = ImportBatch()
        while batch.elementCount < Self.size, let element = try reader.next() {
            batch.add(element, reading(element))
        }
        return batch.elementCount == 0 ? nil : batch
    }

    private mutating func reading(_ element: BulkElement) -> ImportBatch.Reading {
        switch element.pair {
        case .failure(let fault): return .rejected(fault.description)
        case .success(let pair):
            do throws(TokenImportFault) {
                return checkingRepetition(try TokenImport(pair, into: app, terms: terms), at: element.place)
            } catch {
                return .rejected(error.description)
            }
        }
    }

    /// The first of several elements for a token counts. Those that say the same are passed over; another record is an
    /// owner's to choose.
    private mutating func checkingRepetition(_ token: TokenImport, at place: Int) -> ImportBatch.Reading {
        let contents = UInt32(truncatingIfNeeded: token.hashValue)
        if let former = seen[token.key.hashValue] {
            guard former.contents == contents else {
                return .rejected("Pair \(former.place) is the same device with another record: keep one of them.")
            }
            return .repeated
        }
        seen[token.key.hashValue] = Seen(place: UInt32(clamping: place), contents: contents)
        return .token(token)
    }
}

/// Some elements of a bulk file.
public struct ImportBatch: Sendable {
    /// What can be imported.
    public private(set) var tokens: [TokenImport] = []
    /// What cannot.
    public private(set) var rejects: [ImportReject] = []
    /// Elements that say of a token what another has said.
    public private(set) var repeatedCount = 0
    private var elements: [BulkElement] = []

    enum Reading {
        case token(TokenImport)
        case rejected(String)
        case repeated
    }

    /// How many elements it has in all.
    public var elementCount: Int { tokens.count + rejects.count + repeatedCount }

    mutating func add(_ element: BulkElement, _ reading: Reading) {
        switch reading {
        case .token(let token):
            tokens.append(token)
            elements.append(element)
        case .rejected(let reason): rejects.append(ImportReject(element: element, reason: reason))
        case .repeated: repeatedCount += 1
        }
    }

    /// A token that the store refused, as something that is left out.
    public func reject(tokenAt index: Int, because reason: String) -> ImportReject {
        ImportReject(element: elements[index], reason: reason)
    }
}

/// An element of a bulk file that is left out, with the reason.
public struct ImportReject: Sendable {
    public let element: BulkElement
    /// A sentence: what is wrong, and how to mend it.
    public let reason: String

    /// The element as it goes into a file of what was left out.
    public var json: JSONValue { element.rejected(because: reason) }
}
