import Foundation

extension Setting {
    /// Words separated by commas, each read by itself; spaces around them do not count, and `none` is an empty list.
    static func list<Element>(
        _ flag: Flag,
        of read: @escaping @Sendable (_ word: String) throws(Misfit) -> Element
    ) -> Setting where Value == [Element] {
        Setting(flag) { text throws(Misfit) in
            if text == "none" { return [] }
            var elements: [Element] = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                elements.append(try read(word.trimmingCharacters(in: .whitespaces)))
            }
            return elements
        }
    }
}
