extension Setting<String> {
    /// A text in PEM, or the path of a file that holds one.
    static func pem(_ flag: Flag) -> Setting {
        Setting(flag) { given throws(Misfit) in
            let boundary = "-----BEGIN "
            if given.contains(boundary) { return given }
            let text: String
            do throws(TextFile.Unreadable) {
                text = try TextFile.text(at: given)
            } catch {
                throw Misfit("\(given) cannot be read (\(error.reason)), so mend the path or its permissions")
            }
            guard text.contains(boundary) else {
                throw Misfit("\(given) holds no PEM; name the file that begins with \"-----BEGIN\"")
            }
            return text
        }
    }
}
