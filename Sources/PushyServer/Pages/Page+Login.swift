import HTTPServer

extension Page {
    private static let loginTemplate = Template(PackageResources.login_html)
    private static let problemTemplate = Template(PackageResources.problem_html)

    /// The login form.
    ///
    /// It comes back to `next`, the address that was asked for; the fault says why it is shown again.
    static func login(next: String?, fault: String? = nil) -> Page {
        let content = loginTemplate.render([
            "next": next.map(TemplateValue.text),
            "fault": fault.map(TemplateValue.text),
        ])
        var page = Page("Log in", content)
        if fault != nil { page.status = .unauthorized }
        return page
    }

    /// An error, for a person.
    static func problem(_ problem: HTTPProblem) -> HTTPResponse {
        var page = Page(
            problem.title,
            problemTemplate.render(["title": .text(problem.title), "detail": .text(problem.detail)])
        )
        page.status = problem.status
        var response = page.response
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }
}
