/// Metrics as Prometheus reads them.
///
/// Source: Prometheus text exposition format 0.0.4.
struct MetricsText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Adds a metric; one without a number is left out.
    mutating func add(_ metric: Metric) {
        guard !metric.samples.isEmpty else { return }
        text += "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(metric.kind.rawValue)\n"
        for sample in metric.samples {
            text += "\(metric.name)\(sample.suffix)\(Self.labels(sample.labels)) \(Self.number(sample.value))\n"
        }
    }

    /// A number without needless digits.
    static func number(_ value: Double) -> String {
        if let integer = Int64(exactly: value) { return String(integer) }
        return String(value)
    }

    private static func labels(_ labels: [Metric.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// A reason of APNs is whatever a server on the way says.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
