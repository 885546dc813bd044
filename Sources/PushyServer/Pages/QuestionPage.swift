/// A page that asks once more before something is done that cannot be taken back.
struct QuestionPage: Sendable {
    /// What the browser's tab says.
    let title: String
    /// The question.
    let question: String
    /// What will be so when it is done.
    let consequences: [String]
    /// Where it is done.
    let action: String
    /// What the button says that does it.
    let yes: String
    /// Where it leads not to do it.
    let back: String
    /// What the link says that leads there.
    let no: String
    let section: PageSection
    /// What the form carries besides its token.
    var hidden: [(name: String, value: String)] = []

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render([
            "formToken": frame.formToken.map(TemplateValue.text),
            "question": .text(question),
            "consequences": .list(consequences.map { ["consequence": .text($0)] }),
            "action": .text(action),
            "yes": .text(yes),
            "back": .text(back),
            "no": .text(no),
            "hidden": .list(hidden.map { ["name": .text($0.name), "value": .text($0.value)] }),
        ])
        var page = Page(title, content)
        page.frame = frame
        page.section = section
        return page
    }

    private static let template = Template(PackageResources.question_html)
}
