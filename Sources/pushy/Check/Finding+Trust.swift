import PushyCore

extension Finding {
    /// What is wrong with the certificates that are trusted instead of the system's; nothing when all is well.
    init?(trustOf configuration: APNsConfiguration) {
        do {
            _ = try configuration.trust()
            return nil
        } catch {
            self.init(verdict: .wrong, subject: "CA file", sentence: error.sentence)
        }
    }
}
