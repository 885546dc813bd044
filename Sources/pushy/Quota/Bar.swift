/// A share of a whole as a bar of fixed length.
struct Bar: Sendable {
    /// 0 to 1.
    let share: Double

    private static let cellCount = 24

    func text(_ style: QuotaText.Style) -> String {
        // What is not nothing shows.
        let filled = share == 0 ? 0 : max(1, Int((share * Double(Self.cellCount)).rounded(.down)))
        let rest = Self.cellCount - filled
        let percent = "\(Int((share * 100).rounded(.down))) %".rightAligned(to: 5)
        switch style {
        case .plain:
            return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: rest))] \(percent)"
        case .drawn:
            let full = String(repeating: "█", count: filled)
            return "\(colour)\(full)\u{1b}[0m\(String(repeating: "░", count: rest)) \(percent)"
        }
    }

    /// Green, yellow from the half on, red from nine tenths on, as the alerts go. Source: ECMA-48.
    private var colour: String {
        if share >= 0.9 { return "\u{1b}[31m" }
        return share >= 0.5 ? "\u{1b}[33m" : "\u{1b}[32m"
    }
}
