/// Settings that belong together, as the owner's page of keys shows them; no secret is among them.
public struct SettingGroup: Hashable, Sendable {
    /// One setting.
    public struct Setting: Hashable, Sendable {
        /// Where one gives it: `PUSHY_LISTEN`.
        public let name: String
        /// What it is, in a sentence.
        public let meaning: String
        /// What holds, in a word or two; for a secret no more than that it is set.
        public let value: String
        /// Whether that was given, and is not what holds by itself.
        public let isGiven: Bool

        /// Takes all four.
        public init(name: String, meaning: String, value: String, isGiven: Bool) {
            self.name = name
            self.meaning = meaning
            self.value = value
            self.isGiven = isGiven
        }
    }

    /// What they are about.
    public let title: String
    /// The settings, in the order in which a newcomer needs them.
    public let settings: [Setting]

    /// Takes both.
    public init(title: String, settings: [Setting]) {
        self.title = title
        self.settings = settings
    }
}
