/// What is wrong with a text that should be JSON, and where.
public struct JSONFault: Error, Hashable, Sendable {
    /// The kinds of mistakes.
    public enum Kind: Hashable, Sendable {
        case empty
        case unexpected
        case endsTooSoon
        case moreAfterTheValue
        case number
        case controlCharacter
        case escape
        case loneSurrogate
        case notUTF8
        case duplicateName(String)
        case tooDeep
    }

    /// What is wrong.
    public let kind: Kind
    /// Where, in bytes from 0.
    public let offset: Int
}

extension JSONFault: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .empty: "there is nothing in it."
        case .unexpected: "what stands at byte \(offset) belongs elsewhere; look for a missing comma, quote or bracket."
        case .endsTooSoon: "it ends at byte \(offset) before it is complete; look for a missing quote or bracket."
        case .moreAfterTheValue: "something follows the value at byte \(offset)."
        case .number: "the number at byte \(offset) is not written as JSON wants it."
        case .controlCharacter: "the text has a raw control character at byte \(offset); write a line break as \\n."
        case .escape: "the backslash at byte \(offset) begins no escape that JSON knows."
        case .loneSurrogate: "the \\u escape at byte \(offset) is half of a character; its other half is missing."
        case .notUTF8: "the bytes at \(offset) are not UTF-8."
        case .duplicateName(let name): "the name \"\(name)\" stands twice in one object, again at byte \(offset)."
        case .tooDeep: "it is nested deeper than \(JSONReader.maximumDepth) levels at byte \(offset)."
        }
    }
}
