import Testing

@testable import PushyServer

@Suite("A template")
struct TemplateTests {
    @Test("shows inserted text as text, whatever it is")
    func escaping() {
        let template = Template(Array(#"<p title="{{text}}">{{text}}</p>"#.utf8))
        let html = template.render(["text": #"<script>"&'\#u{0}"#])
        let inert = "&lt;script&gt;&quot;&amp;&#39;\u{FFFD}"
        #expect(html.markup == #"<p title="\#(inert)">\#(inert)</p>"#)
    }

    @Test("inserts what another template made as it is")
    func nesting() {
        let inner = Template(Array("<b>{{text}}</b>".utf8)).render(["text": "<"])
        #expect(Template(Array("<p>{{inner}}</p>".utf8)).render(["inner": .html(inner)]).markup == "<p><b>&lt;</b></p>")
    }

    @Test("shows a section once for each of a list, with the names around it")
    func lists() {
        let template = Template(Array("{{#items}}{{name}}{{mark}} {{/items}}{{^items}}none{{/items}}".utf8))
        #expect(template.render(["items": .list([["name": "a"], ["name": "b"]]), "mark": "!"]).markup == "a! b! ")
        #expect(template.render(["items": .list([])]).markup == "none")
    }

    @Test("hides a section without a value, and shows it with one", arguments: ["", "text"])
    func conditions(text: String) {
        let template = Template(Array("{{#text}}[{{text}}]{{/text}}".utf8))
        #expect(template.render(["text": .text(text)]).markup == (text.isEmpty ? "" : "[text]"))
    }
}
