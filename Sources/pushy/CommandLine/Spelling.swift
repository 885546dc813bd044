/// Finds the word that somebody probably meant.
enum Spelling {
    /// The nearest of the candidates, or none that is near enough to be worth a suggestion.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let tolerated = max(1, word.count / 3)
        return
            candidates
            .map { (candidate: $0, distance: distance(from: word.lowercased(), to: $0.lowercased())) }
            .filter { $0.distance <= tolerated || (word.count >= 3 && $0.candidate.hasPrefix(word.lowercased())) }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// Insertions, removals, replacements and swaps of neighbours that turn one word into the other.
    ///
    /// Source: optimal string alignment, the restricted Damerau-Levenshtein distance.
    static func distance(from source: String, to target: String) -> Int {
        let source = Array(source)
        let target = Array(target)
        var twoBack: [Int] = []
        var oneBack = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let isSame = source[row] == target[column]
                var cost = min(oneBack[column + 1] + 1, current[column] + 1, oneBack[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    cost = min(cost, twoBack[column - 1] + 1)
                }
                current.append(cost)
            }
            (twoBack, oneBack) = (oneBack, current)
        }
        return oneBack[target.count]
    }
}
