import HTTPServer

/// A page for a person.
struct Page: Sendable {
    /// What the browser's tab says.
    var title: String
    /// What stands between head and foot.
    var content: HTML
    var status = HTTPStatus.ok
    /// What stands around it.
    var frame = PageFrame()
    /// The page of the navigation that this is, or belongs to.
    var section: PageSection?
    /// The stylesheet, where it is another than the section's.
    var style: Asset?
    /// How often a browser without scripts loads the page again.
    var refreshSeconds: Int?

    init(_ title: String, _ content: HTML) {
        self.title = title
        self.content = content
    }

    /// The page as it is sent.
    var response: HTTPResponse {
        let html = Self.layout.render([
            "title": .text(title),
            "content": .html(content),
            "style": .text((style ?? section?.style ?? .style).address),
            "script": .text(Asset.script.address),
            "formToken": frame.formToken.map(TemplateValue.text),
            "sections": .list(sections),
            "refreshSeconds": refreshSeconds.map { .text(String($0)) },
        ])
        var response = HTTPResponse.html(html.markup, status: status)
        // The same address gives JSON to programs.
        response.headers["Vary"] = "Accept"
        return response
    }

    private var sections: [TemplateScope] {
        let current = section == .apps && !frame.leadsToApps ? .keys : section
        return PageSection.allCases.filter { $0 != .apps || frame.leadsToApps }.map { entry in
            ["name": .text(entry.name), "address": .text(entry.address), "isCurrent": .flag(entry == current)]
        }
    }

    private static let layout = Template(PackageResources.layout_html)
}
