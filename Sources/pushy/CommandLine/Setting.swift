/// A flag together with how its text becomes a value that cannot be wrong.
struct Setting<Value: Sendable>: Sendable {
    let flag: Flag
    let read: @Sendable (_ text: String) throws(Misfit) -> Value

    init(_ flag: Flag, read: @escaping @Sendable (_ text: String) throws(Misfit) -> Value) {
        self.flag = flag
        self.read = read
    }
}

extension Setting {
    /// The same setting, which only the command line can give.
    var forOneRun: Setting { Setting(flag.forOneRun, read: read) }
}

/// Why a text is no value of a setting: the mend, as an order that follows "it is …:".
struct Misfit: Error, Hashable, Sendable {
    let mend: String

    init(_ mend: String) {
        self.mend = mend
    }
}

extension Setting<String> {
    /// Any text but an empty one.
    static func text(_ flag: Flag) -> Setting {
        Setting(flag) { text throws(Misfit) in
            guard !text.isEmpty else { throw Misfit("give it a text") }
            return text
        }
    }
}

extension Setting<Bool> {
    /// A flag that is on when it stands there; `--name=false`, or the variable, can say otherwise.
    static func toggle(_ name: String, variable: String? = nil, help: String) -> Setting {
        Setting(Flag(name, variable: variable, .toggle, help: help)) { text throws(Misfit) in
            switch text.lowercased() {
            case "true", "yes", "on", "1": return true
            case "false", "no", "off", "0": return false
            default: throw Misfit("say true or false")
            }
        }
    }
}

extension Setting<Int> {
    /// A whole number in a range; `unit` names what is counted, in the plural, if it is anything.
    static func number(_ flag: Flag, in range: ClosedRange<Int>, of unit: String? = nil) -> Setting {
        Setting(flag) { text throws(Misfit) in
            guard text.isDecimal, let number = Int(text), range.contains(number)
            else {
                let bounds =
                    range.upperBound == .max
                    ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
                throw Misfit("give a number\(unit.map { " of \($0)" } ?? ""), \(bounds)")
            }
            return number
        }
    }
}

extension Setting where Value: CaseIterable & RawRepresentable<String> {
    /// One of a few words.
    static func choice(_ flag: Flag) -> Setting {
        Setting(flag) { text throws(Misfit) in
            guard let value = Value(rawValue: text.lowercased()) else { throw Misfit.noneOf(Value.self, for: text) }
            return value
        }
    }
}

extension Misfit {
    /// Says which words there are, and which of them was probably meant.
    static func noneOf<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type, for text: String) -> Misfit {
        let words = Word.allCases.map(\.rawValue)
        let meant = Spelling.nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
        let choice = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return Misfit("say \(choice)" + meant)
    }
}
