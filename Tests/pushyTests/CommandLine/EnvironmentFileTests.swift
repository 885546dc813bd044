import Testing

@testable import pushy

@Suite("An env file")
struct EnvironmentFileTests {
    private func values(_ text: String) throws -> [String: String] {
        try EnvironmentFile(text, path: "pushy.env").lines.mapValues(\.value)
    }

    @Test("gives a value as it stands: $, quotes, #, = and spaces belong to it")
    func literal() throws {
        let text = #"""
            A=pa$$word${HOME}
            B="quoted"
            C= spaced # and more 
            D=a=b==
            E='$x' \n \\
            F=
            G=\u{301}
            """#.replacing("\\u{301}", with: "\u{301}")
        #expect(
            try values(text) == [
                "A": "pa$$word${HOME}", "B": "\"quoted\"", "C": " spaced # and more ", "D": "a=b==",
                "E": #"'$x' \n \\"#, "F": "", "G": "\u{301}",
            ]
        )
    }

    @Test("skips empty lines and comments, and takes the line ends of Windows and a byte order mark")
    func layout() throws {
        #expect(try values("\u{feff}# keys\r\n\r\n  \r\n\t# more\r\nA=1\r\nB=2") == ["A": "1", "B": "2"])
    }

    @Test("is refused when a name stands in it twice, with both lines")
    func repeated() {
        let complaint = #expect(throws: Complaint.self) { try values("A=secret\n\nA=secret\n") }
        #expect(complaint == .configuration("A stands in pushy.env twice, on lines 1 and 3: keep one of them"))
    }

    @Test(
        "names the number of a malformed line, and never what stands in it",
        arguments: [
            "SECRET", "export A=secret", "A =secret", " A=secret", "=secret", "1A=secret", "Ä=secret", "A=sec\0ret",
        ]
    )
    func malformed(line: String) throws {
        let complaint = #expect(throws: Complaint.self) { try values("# first\n\n\(line)\n") }
        #expect(complaint?.exitCode == .configuration)
        #expect(complaint?.sentence.hasPrefix("line 3 of pushy.env is malformed: ") == true)
        #expect(complaint?.sentence.lowercased().contains("secret") == false)
    }

    @Test("that cannot be read says so and names the mend")
    func unreadable() {
        let complaint = #expect(throws: Complaint.self) { try EnvironmentFile(path: "/nowhere/pushy.env") }
        #expect(
            complaint?.sentence == """
                the env file /nowhere/pushy.env cannot be read (No such file or directory): mend --env-file, or make one with \
                pushy init
                """
        )
    }
}
