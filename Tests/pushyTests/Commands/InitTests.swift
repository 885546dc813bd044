import Foundation
import Testing

@testable import pushy

@Suite("pushy init")
struct InitTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/pushy.env"
    }

    @Test("writes a file for its owner's eyes only, with which the server can start")
    func writes() async throws {
        let outcome = await run("init", "--env-file", path)
        #expect(outcome.exitCode == .success)
        #expect(outcome.results.contains("pushy serve --env-file \(path)"))

        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        _ = try ServerConfiguration(Inputs(flags: ["env-file": path], environment: [:]))
    }

    @Test("makes keys of 256 bits, other ones each time")
    func keys() {
        let keys = (0..<50).flatMap { _ in
            let pair = AccessKeys.random()
            return [pair.app, pair.admin]
        }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { $0.count == 43 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    }

    @Test("names in its comments what there is to fill in, each a setting that the server knows")
    func template() throws {
        let text = FreshEnvironmentFile(keys: .random()).text
        let settings = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("#PUSHY_") ? line.dropFirst() : nil
        }
        let inputs = Inputs(
            flags: [:],
            environment: [:],
            file: try EnvironmentFile(settings.joined(separator: "\n"), path: "pushy.env")
        )
        #expect(settings.count > 5)
        #expect(try DataDirectory(inputs).path == DataDirectory(Inputs(flags: [:], environment: [:], file: nil)).path)
        #expect(try inputs.value(DataDirectory.data).hasPrefix("/"))
        #expect(inputs.strangers(among: ServerConfiguration.sections.flatMap(\.flags)) == [])
    }

    @Test("never overwrites")
    func keepsWhatIsThere() async throws {
        _ = try directory.file("pushy.env", holding: "A=1\n")
        let outcome = await run("init", environment: ["PUSHY_ENV_FILE": path])
        #expect(outcome.exitCode == .failure)
        #expect(
            outcome.notes
                == "pushy: \(path) exists and is left as it is: use it, or name another file with --env-file\n"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "A=1\n")
    }

    @Test("says so when there is no place for the file")
    func nowhere() async {
        let outcome = await run("init", "--env-file", "/nowhere/pushy.env")
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes.hasPrefix("pushy: /nowhere/pushy.env cannot be made (No such file or directory)"))
    }
}
