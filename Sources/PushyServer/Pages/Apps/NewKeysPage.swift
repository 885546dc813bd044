import PushyCore

/// The page that shows new keys, the only time that anything does.
struct NewKeysPage: Sendable {
    let app: App
    let title: String
    let keys: [(role: AppKey.Role, key: AppKey)]
    /// What the new key has put an end to.
    var dead: String?

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render([
            "title": .text(title),
            "isOne": .flag(keys.count == 1),
            "dead": dead.map(TemplateValue.text),
            "address": .text(app.address),
            "keys": .list(
                keys.map { role, key in
                    [
                        "keyID": .text(role.fieldName), "keyName": .text(role.title), "purpose": .text(role.purpose),
                        "key": .text(key.text),
                    ]
                }
            ),
        ])
        var page = Page(title, content)
        page.frame = frame
        page.section = .apps
        return page
    }

    private static let template = Template(PackageResources.newkeys_html)
}

extension AppKey.Role {
    /// What a person calls a key of this role.
    var title: String {
        switch self {
        case .backend: "API key"
        case .client: "Client key"
        }
    }

    /// What it opens.
    var purpose: String {
        switch self {
        case .backend: "Registers and sends: for the app's backend, which can keep a secret."
        case .client: "Registers and does nothing else: for the app itself, in whose binary anybody can find it."
        }
    }

    /// What the API calls it where a key is to be rotated.
    var word: String {
        switch self {
        case .backend: "api"
        case .client: "client"
        }
    }

    /// The role of that name; the API's own is the backend's.
    init?(word: String?) {
        switch word {
        case nil, "api": self = .backend
        case "client": self = .client
        default: return nil
        }
    }
}
