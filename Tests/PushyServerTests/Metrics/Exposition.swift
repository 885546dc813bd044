/// Metrics in Prometheus' text format, read more strictly than Prometheus does: each line must be in its place.
///
/// Source: Prometheus text exposition format 0.0.4, and its conventions on names.
struct Exposition {
    struct Fault: Error {
        let line: Substring
        let reason: String
    }

    struct Family {
        let name: String
        let kind: String
        var samples: [Sample] = []
    }

    struct Sample {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var families: [String: Family] = [:]

    init(_ text: String) throws {
        guard text.last == "\n" else { throw Fault(line: text[...], reason: "The last line has no end.") }
        var current: Family?
        var helped: String?
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: #/# HELP ([a-z_:][a-z0-9_:]*) \S.*/#) {
                try close(current, at: line)
                current = nil
                helped = String(match.1)
            } else if let match = line.wholeMatch(of: #/# TYPE (\S+) (counter|gauge|histogram)/#) {
                guard helped == String(match.1) else { throw Fault(line: line, reason: "Its help is not above it.") }
                current = Family(name: String(match.1), kind: String(match.2))
                helped = nil
            } else {
                let sample = try Self.sample(line)
                guard current != nil else { throw Fault(line: line, reason: "It belongs to no family.") }
                current?.samples.append(sample)
            }
        }
        try close(current, at: "")
    }

    /// The number of a sample with just these labels.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.values.lazy.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func close(_ family: Family?, at line: Substring) throws {
        guard let family else { return }
        func demand(_ isTrue: Bool, _ reason: String) throws {
            if !isTrue { throw Fault(line: line, reason: "\(family.name) \(reason)") }
        }
        try demand(families[family.name] == nil, "comes twice")
        try demand(!family.samples.isEmpty, "has no sample")
        try demand((family.kind == "counter") == family.name.hasSuffix("_total"), "and _total do not fit")
        let places = family.samples.map { "\($0.name)\($0.labels.sorted { $0.key < $1.key })" }
        try demand(Set(places).count == places.count, "has two samples alike")
        if family.kind == "histogram" {
            try Self.check(histogram: family, demand)
        } else {
            try demand(family.samples.allSatisfy { $0.name == family.name }, "has a sample of another name")
        }
        try demand(family.kind == "gauge" || family.samples.allSatisfy { $0.value >= 0 }, "counts below zero")
        families[family.name] = family
    }

    private static func check(histogram family: Family, _ demand: (Bool, String) throws -> Void) throws {
        let groups = Dictionary(grouping: family.samples) { $0.labels.filter { $0.key != "le" } }
        for samples in groups.values {
            let buckets = samples.dropLast(2)
            let endings = Array(repeating: "_bucket", count: buckets.count) + ["_sum", "_count"]
            try demand(samples.map(\.name) == endings.map { family.name + $0 }, "has lines out of order")
            let bounds = buckets.map { Double($0.labels["le"] ?? "") ?? .nan }
            try demand(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "has bounds out of order")
            try demand(bounds.last == .infinity, "has no last bucket")
            let counts = buckets.map(\.value)
            try demand(zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 }, "has buckets that do not add up")
            try demand(counts.last == samples.last?.value, "has a count that is not its last bucket's")
        }
    }

    private static func sample(_ line: Substring) throws -> Sample {
        let pattern = #/([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)/#
        guard let match = line.wholeMatch(of: pattern), let value = Double(match.3) else {
            throw Fault(line: line, reason: "It is no sample.")
        }
        return Sample(name: String(match.1), labels: try labels(match.2, of: line), value: value)
    }

    private static func labels(_ text: Substring?, of line: Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        guard var rest = text else { return [:] }
        while true {
            guard let match = rest.prefixMatch(of: #/([a-z_][a-z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(,|$)/#),
                labels.updateValue(unescaped(match.2), forKey: String(match.1)) == nil
            else { throw Fault(line: line, reason: "Its labels are not well formed.") }
            rest = rest[match.range.upperBound...]
            if match.3.isEmpty { return labels }
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        var plain = ""
        var isEscaped = false
        for character in text {
            switch (isEscaped, character) {
            case (false, "\\"): isEscaped = true
            case (true, "n"):
                plain.append("\n")
                isEscaped = false
            default:
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }
}
