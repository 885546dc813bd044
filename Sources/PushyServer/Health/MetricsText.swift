/// Metrics as Prometheus reads them.
///
/// Source: Prometheus text exposition format 0.0.4.
struct MetricsText {
    /// Whether a number only grows, or goes up and down.
    enum Kind: String {
        case counter
        case gauge
    }

    private(set) var text = ""

    /// Adds a metric with a sample for each value of its label, in the order of the values.
    mutating func add(_ kind: Kind, _ name: String, _ help: String, label: String, _ samples: [String: Int]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (value, count) in samples.sorted(by: { $0.key < $1.key }) {
            text += "\(name){\(label)=\"\(value)\"} \(count)\n"
        }
    }
}
