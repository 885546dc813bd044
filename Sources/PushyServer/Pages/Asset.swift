import HTTPServer

/// A file that pages load: under an address that names its contents, so that browsers may keep it for good.
struct Asset: Sendable {
    let address: String
    let contentType: String
    let bytes: [UInt8]

    /// The stylesheet of the pages that write and send. Each page loads one, of what all pages share and what it needs.
    static let style = Asset(
        "style",
        "css",
        "text/css; charset=utf-8",
        PackageResources.base_css + PackageResources.home_css + PackageResources.compose_css
            + PackageResources.broadcast_css
    )
    /// The stylesheet of the pages that look at devices, quota and keys.
    static let overviewStyle = Asset(
        "overview",
        "css",
        "text/css; charset=utf-8",
        PackageResources.base_css + PackageResources.overview_css
    )
    /// The stylesheet of the pages of apps.
    static let appsStyle = Asset(
        "apps",
        "css",
        "text/css; charset=utf-8",
        PackageResources.base_css + PackageResources.overview_css + PackageResources.apps_css
    )
    /// The stylesheet of the pages that write for every service.
    static let messageStyle = Asset(
        "message",
        "css",
        "text/css; charset=utf-8",
        PackageResources.base_css + PackageResources.compose_css + PackageResources.message_css
    )
    static let script = Asset("page", "js", "text/javascript; charset=utf-8", PackageResources.page_js)

    private init(_ name: String, _ ending: String, _ contentType: String, _ source: [UInt8]) {
        bytes = Array(Self.bare(source, isStyle: ending == "css").utf8)
        address = "/admin/assets/\(name)-\(Self.fingerprint(of: bytes)).\(ending)"
        self.contentType = contentType
    }

    /// The file without what only its authors read: whoever opens a page on a phone need not load it. A comment has lines
    /// of its own, and no string of a style has a space beside a sign.
    private static func bare(_ source: [UInt8], isStyle: Bool) -> String {
        let lines = String(decoding: source, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        let text = lines.filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n")
        guard isStyle else { return text }
        return ["{", "}", ":", ";", ","].reduce(text) { text, sign in
            text.replacing("\(sign)\n", with: sign).replacing("\(sign) ", with: sign)
        }
        .replacing(" {", with: "{").replacing(" }", with: "}").replacing(";}", with: "}")
    }

    /// Tells one build's file from another's; nobody is to be kept from making two alike.
    ///
    /// Source: the FNV-1a hash with 64 bits.
    private static func fingerprint(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }
}

/// The files that pages load; they hold no secret, and the login form needs them.
struct AssetRoutes: Sendable {
    func add(to router: inout Router, through owner: OwnerRouter) {
        for asset in [Asset.style, Asset.overviewStyle, Asset.appsStyle, Asset.messageStyle, Asset.script] {
            owner.addOpen(.get, asset.address, to: &router) { _ in
                var response = HTTPResponse.bytes(asset.bytes, contentType: asset.contentType)
                response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
                return response
            }
        }
    }
}
