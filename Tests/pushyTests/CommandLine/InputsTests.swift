import Foundation
import Testing

@testable import pushy

@Suite("What is said to a command")
struct InputsTests {
    private let word = Setting.text(Flag("word", .value("WORD"), default: "default", help: "A word."))
    private let password = Setting.text(Flag("password", .secret("WORD"), help: "A secret."))

    private func inputs(
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        file: String = ""
    ) throws -> Inputs {
        Inputs(
            flags: flags,
            environment: environment,
            file: try EnvironmentFile(file, path: "pushy.env")
        )
    }

    @Test("counts in this order: flag, environment, env file, default")
    func order() throws {
        let file = "PUSHY_WORD=file"
        let environment = ["PUSHY_WORD": "environment"]
        #expect(try inputs(flags: ["word": "flag"], environment: environment, file: file).value(word) == "flag")
        #expect(try inputs(environment: environment, file: file).value(word) == "environment")
        #expect(try inputs(file: file).value(word) == "file")
        #expect(try inputs().value(word) == "default")
    }

    @Test("does not count an empty variable")
    func empty() throws {
        #expect(try inputs(environment: ["PUSHY_WORD": ""], file: "PUSHY_WORD=").value(word) == "default")
    }

    @Test("may come from a file that holds a secret, without the newline at its end")
    func secretFile() throws {
        let directory = try TemporaryDirectory()
        for (contents, secret) in [("s3$cret \n", "s3$cret "), ("s\r\n", "s"), ("a\n\n", "a\n"), ("x", "x")] {
            let path = try directory.file("secret", holding: contents)
            #expect(try inputs(environment: ["PUSHY_PASSWORD_FILE": path]).value(password) == secret)
            #expect(try inputs(flags: ["password-file": path]).value(password) == secret)
            #expect(try inputs(file: "PUSHY_PASSWORD_FILE=\(path)").value(password) == secret)
        }
    }

    @Test("is refused when a secret is given both itself and by its file")
    func secretTwice() throws {
        let both = try inputs(environment: ["PUSHY_PASSWORD": "a", "PUSHY_PASSWORD_FILE": "/b"])
        let complaint = #expect(throws: Complaint.self) { try both.value(password) }
        #expect(
            complaint
                == .configuration("PUSHY_PASSWORD and PUSHY_PASSWORD_FILE are both given: keep one of them")
        )
    }

    @Test("takes a secret's file in the environment before the secret itself in the env file")
    func secretAcrossSources() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("secret", holding: "fresh")
        let inputs = try inputs(environment: ["PUSHY_PASSWORD_FILE": path], file: "PUSHY_PASSWORD=stale")
        #expect(try inputs.value(password) == "fresh")
    }

    @Test("names a secret's file that cannot be read")
    func secretUnreadable() throws {
        let inputs = try inputs(environment: ["PUSHY_PASSWORD_FILE": "/nowhere/key"])
        let complaint = #expect(throws: Complaint.self) { try inputs.value(password) }
        #expect(
            complaint?.sentence
                == """
                PUSHY_PASSWORD_FILE names /nowhere/key, which cannot be read (No such file or directory): mend the path or \
                its permissions
                """
        )
    }

    @Test("names a secret's file that is empty", arguments: ["", "\n", " \r\n"])
    func secretEmpty(contents: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("secret", holding: contents)
        let inputs = try inputs(file: "PUSHY_PASSWORD_FILE=\(path)")
        let complaint = #expect(throws: Complaint.self) { try inputs.value(password) }
        #expect(
            complaint?.sentence == """
                PUSHY_PASSWORD_FILE (line 1 of pushy.env) names \(path), which is empty: fill it, or name the right file
                """
        )
    }

    @Test("that is missing names the flag, the variable and the file's variable")
    func missing() throws {
        let inputs = try inputs()
        let complaint = #expect(throws: Complaint.self) { try inputs.value(password) }
        #expect(
            complaint
                == .usage(
                    """
                    --password is missing: give it, or set PUSHY_PASSWORD (or PUSHY_PASSWORD_FILE, the path of a file that \
                    holds it)
                    """
                )
        )
    }

    @Test("that is wrong names where it was said, and repeats no secret")
    func wrong() throws {
        let number = Setting.number(Flag("number", .value("N"), help: "A number."), in: 1...9, of: "things")
        let pin = Setting.number(Flag("pin", .secret("N"), help: "A pin."), in: 1...9, of: "digits")
        let inputs = try inputs(environment: ["PUSHY_PIN": "12345"], file: "# one\nPUSHY_NUMBER=many")

        let misfit = #expect(throws: Complaint.self) { try inputs.value(number) }
        #expect(
            misfit
                == .configuration("PUSHY_NUMBER (line 2 of pushy.env) is \"many\": give a number of things, 1 to 9")
        )
        let secret = #expect(throws: Complaint.self) { try inputs.value(pin) }
        #expect(secret == .configuration("PUSHY_PIN is not usable: give a number of digits, 1 to 9"))
        let bare = Setting.number(Flag("number", .value("N"), help: "A number."), in: 0...Int.max)
        let plain = #expect(throws: Complaint.self) { try inputs.value(bare) }
        #expect(plain?.sentence == "PUSHY_NUMBER (line 2 of pushy.env) is \"many\": give a number, 0 or more")
    }

    @Test("warns of quotes around a value of the env file")
    func quotes() throws {
        let file = "PUSHY_WORD=\"json\"\nPUSHY_PASSWORD='x'\nOTHER=\"x\""
        #expect(
            try inputs(file: file).quotedLines(among: [word.flag, password.flag]) == [
                "PUSHY_WORD (line 1 of pushy.env) stands in quotes, which are taken literally: leave them out",
                "PUSHY_PASSWORD (line 2 of pushy.env) stands in quotes, which are taken literally: leave them out",
            ]
        )
        #expect(try inputs(file: "PUSHY_WORD=a\"b\"").quotedLines(among: [word.flag]) == [])
    }

    @Test("warns of a name that looks like Pushy's and is not")
    func strangers() throws {
        let inputs = try inputs(
            environment: ["PUSHY_WROD": "x", "PUSHY_PASSWORD_FILE": "/a", "HOME": "/root"],
            file: "A=1\nPUSHY_OTHER=2"
        )
        #expect(
            inputs.strangers(among: [word.flag, password.flag]) == [
                "PUSHY_OTHER (line 2 of pushy.env) is not a setting of pushy and is ignored",
                "PUSHY_WROD is not a setting of pushy and is ignored; did you mean PUSHY_WORD?",
            ]
        )
    }
}
