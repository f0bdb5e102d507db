/// A writer of the Prometheus text exposition format, version 0.0.4.
struct TextFormat {
    /// The media type of the text.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins a family with its help, where there is one, and its type.
    mutating func begin(_ name: String, _ kind: MetricType, help: String?) {
        if let help { text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Writes one sample; `labels` has the form returned by ``labels(_:)``.
    mutating func sample(_ name: String, _ labels: String, _ value: String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    /// The pairs in the form between the braces of a sample, in the order of their names.
    static func labels(_ dimensions: [(String, String)]) -> String {
        var values: [String: String] = [:]
        for (name, value) in dimensions { values[Name.label(name)] = value }
        return values.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }
            .joined(separator: ",")
    }

    /// A number in the syntax of Go, in which Prometheus is written.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let integer = Int64(exactly: value), abs(value) < 1e15 { return "\(integer)" }
        return "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
