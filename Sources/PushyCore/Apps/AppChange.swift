import APNs

/// What somebody asks for an app: what is not named stays as it is.
struct AppChange: Sendable {
    /// The longest name, in bytes of UTF-8.
    static let nameByteCount = 200

    let name: String?
    /// The fields that change of each service's credentials; nil takes them away.
    let credentials: [PushServiceKind: JSONObject?]

    /// Takes the fields as the API names them; one that no app has is a fault.
    init(_ fields: JSONObject, isNew: Bool) throws(DraftFault) {
        let reader = FieldReader(fields)
        let names = (isNew ? ["id"] : []) + ["name"] + PushServiceKind.allCases.map(AppCredentials.fieldName)
        try reader.refuseOthers(than: names, in: "An app")
        name = try reader.text("name")
        if let name, name.isEmpty || name.utf8.count > Self.nameByteCount {
            throw DraftFault(field: "name", reason: "It must have 1 to \(Self.nameByteCount) bytes.")
        }
        if let name, name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw DraftFault(field: "name", reason: "It is one line of text, without control characters.")
        }
        var credentials: [PushServiceKind: JSONObject?] = [:]
        for service in PushServiceKind.allCases {
            let field = AppCredentials.fieldName(of: service)
            switch fields[field] {
            case nil: break
            case .null: credentials[service] = .some(nil)
            case .object(let members): credentials[service] = members
            default: throw DraftFault(field: field, reason: "It must be an object, or null to take it away.")
            }
        }
        self.credentials = credentials
    }

    /// The id among the fields of a new app.
    static func id(in fields: JSONObject) throws(DraftFault) -> AppID {
        try AppID(FieldReader(fields).required("id", "a name such as my-app"))
    }
}
