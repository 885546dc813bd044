import HTTPServer
import PushyCore

/// A value and its metadata, in any of the forms in which clients send them.
struct ValueUpload {
    let value: [UInt8]
    let metadata: KVMetadata?

    /// A multipart form with `value` and, if there is any, `metadata`; what Python's old SDK sends; else the body is the
    /// value, whatever its type.
    init(_ request: HTTPRequest) throws {
        if request.contentType?.essence == "multipart/form-data" {
            try self.init(request.multipartForm())
        } else if let members = OldSDKUpload.members(of: request) {
            try self.init(members)
        } else {
            self.init(value: request.body, metadata: nil)
        }
    }

    private init(value: [UInt8], metadata: KVMetadata?) {
        self.value = value
        self.metadata = metadata
    }

    private init(_ form: MultipartForm) throws {
        guard let value = form["value"] else { throw APIFailure.invalid("the form has no part named value") }
        self.init(value: value.bytes, metadata: try form["metadata"].flatMap { try Self.metadata($0.bytes) })
    }

    private init(_ members: OldSDKUpload) throws(KVRefusal) {
        self.init(value: Self.text(members.value), metadata: try Self.metadata(Self.text(members.metadata)))
    }

    /// The old SDK types both members as text; what else a program hands it, it sends as the JSON that it is.
    private static func text(_ member: JSONValue) -> [UInt8] {
        if case .string(let text) = member { Array(text.utf8) } else { member.written() }
    }

    /// (?) No text at all and null both mean none: the old SDK cannot leave the metadata out.
    private static func metadata(_ json: [UInt8]) throws(KVRefusal) -> KVMetadata? {
        guard !json.isEmpty else { return nil }
        let metadata = try KVMetadata(json: json)
        return metadata.json == Array("null".utf8) ? nil : metadata
    }
}
