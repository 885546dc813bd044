/// A metric as Prometheus knows it: what it counts, and a number for each combination of its labels.
struct Metric: Sendable {
    /// How its numbers are to be read.
    enum Kind: String, Sendable {
        /// Only grows, until the process starts anew.
        case counter
        /// Goes up and down.
        case gauge
        /// How many observations lie below each of several bounds.
        case histogram
    }

    /// A line: the metric's name with perhaps an ending, labels and a number.
    struct Sample: Sendable {
        var suffix = ""
        var labels: [Label]
        let value: Double
    }

    /// A label with its value.
    struct Label: Sendable {
        let name: String
        let value: String
    }

    let name: String
    let kind: Kind
    let help: String
    private(set) var samples: [Sample] = []

    init(_ kind: Kind, _ name: String, _ help: String) {
        self.kind = kind
        self.name = name
        self.help = help
    }

    /// Adds a number; labels come in the order given.
    mutating func add(_ value: Double, _ labels: Label...) {
        samples.append(Sample(labels: labels, value: value))
    }

    /// Adds a number for each value of a label, in the order of the values.
    mutating func add(_ numbers: [String: Int], by label: String, _ more: Label...) {
        for (value, number) in numbers.sorted(by: { $0.key < $1.key }) {
            samples.append(Sample(labels: more + [Label(name: label, value: value)], value: Double(number)))
        }
    }

    /// Adds the buckets of a histogram: `counts[i]` observations up to `bounds[i]` and above the bound before, the last
    /// ones above all bounds.
    mutating func add(counts: [Int], bounds: [Double], sum: Double, _ labels: Label...) {
        var total = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? MetricsText.number(bounds[index]) : "+Inf"
            let bucket = labels + [Label(name: "le", value: bound)]
            samples.append(Sample(suffix: "_bucket", labels: bucket, value: Double(total)))
        }
        samples.append(Sample(suffix: "_sum", labels: labels, value: sum))
        samples.append(Sample(suffix: "_count", labels: labels, value: Double(total)))
    }
}
