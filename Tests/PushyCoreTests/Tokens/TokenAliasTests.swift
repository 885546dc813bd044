import PushyCore
import Testing

@Suite("A token's alias")
struct TokenAliasTests {
    @Test("tells its first six digits and no more, and is found by them among tokens that begin alike")
    func found() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(300)
            let alias = TokenAlias(tokens[299])
            #expect(alias.text.hasPrefix("000000-"))
            #expect(!alias.text.contains(tokens[299].hex.suffix(4)))
            #expect(try await bench.registry.token(named: alias) == tokens[299])
            #expect(TokenAlias(alias.text) == alias)
        }
    }

    @Test("finds nothing when its token is gone")
    func gone() async throws {
        try await Bench.run { bench in
            let token = try await bench.register(1)[0]
            _ = try await bench.registry.remove(token)
            #expect(try await bench.registry.token(named: TokenAlias(token)) == nil)
        }
    }

    @Test(
        "is no other text",
        arguments: [
            "", "abcdef", "abcdef-", "abcdeg-0123456789abcdef", "abcdef-0123456789abcdef0", "../../../etc-passwd",
        ]
    )
    func malformed(text: String) {
        #expect(TokenAlias(text) == nil)
    }
}
