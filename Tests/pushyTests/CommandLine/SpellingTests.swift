import Testing

@testable import pushy

@Suite("A slip of the pen")
struct SpellingTests {
    private let words = ["serve", "send", "simulator", "tokens", "check"]

    @Test(
        "finds the word that was meant",
        arguments: [
            ("srve", "serve"), ("sned", "send"), ("Tokens", "tokens"), ("sim", "simulator"), ("chekc", "check"),
        ]
    )
    func near(slip: String, meant: String) {
        #expect(Spelling.nearest(to: slip, among: words) == meant)
    }

    @Test("finds nothing where nothing is near", arguments: ["", "x", "deploy"])
    func far(word: String) {
        #expect(Spelling.nearest(to: word, among: words) == nil)
    }
}
