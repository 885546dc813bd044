/// The text of a setting as it was given, with where one gives it. It does not show itself: it may be a secret.
public struct GivenSetting: Sendable {
    /// What was given, if anything was.
    let text: String?
    /// Where one gives it: `PUSHY_APNS_KEY_ID`.
    let place: String
    /// What it is, in a sentence.
    let help: String

    /// Takes all three.
    public init(_ text: String?, place: String, help: String) {
        self.text = text
        self.place = place
        self.help = help
    }
}

extension GivenSetting: CustomStringConvertible, CustomReflectable {
    public var description: String { place }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
