import APNs

/// What somebody asks for an app: what is not named stays as it is.
struct AppChange: Sendable {
    /// The longest name, in bytes of UTF-8.
    static let nameByteCount = 200

    let name: String?

    /// Takes the fields as the API names them; one that no app has is a fault.
    init(_ fields: JSONObject, isNew: Bool) throws(DraftFault) {
        let reader = FieldReader(fields)
        try reader.refuseOthers(than: isNew ? ["id"] + Self.fieldNames : Self.fieldNames, in: "An app")
        name = try reader.text("name")
        if let name, name.isEmpty || name.utf8.count > Self.nameByteCount {
            throw DraftFault(field: "name", reason: "It must have 1 to \(Self.nameByteCount) bytes.")
        }
    }

    /// The id among the fields of a new app.
    static func id(in fields: JSONObject) throws(DraftFault) -> AppID {
        guard let text = try FieldReader(fields).text("id") else {
            throw DraftFault(field: "id", reason: "It is missing: a name such as my-app.")
        }
        return try AppID(text)
    }

    private static let fieldNames = ["name"]
}
