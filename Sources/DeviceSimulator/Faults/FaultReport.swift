import Foundation

/// The trials of a run as a table.
package struct FaultReport: Sendable {
    /// Column headings.
    package static let columns = [
        "fault", "what the gateway does", "pushes", "accepted", "lost", "doubled", "repeated", "unknown", "sends",
        "connections", "seconds",
    ]

    /// Results of the trials, in order.
    package let results: [FaultTrialResult]

    /// Creates a report.
    package init(_ results: [FaultTrialResult]) {
        self.results = results
    }

    /// Whether no trial lost a push or doubled one without need.
    package var isFlawless: Bool { results.allSatisfy(\.isFlawless) }

    /// One row for each trial, its cells in the order of ``columns``.
    package var rows: [[String]] {
        results.map { result in
            let counts = [
                result.pushes, result.accepted, result.lost, result.doubled, result.repeated, result.indeterminate,
                result.sends, result.connections,
            ]
            return [result.fault, result.summary] + counts.map(String.init) + [Self.tenths(result.seconds)]
        }
    }

    /// The table in Markdown.
    package var markdown: [String] {
        let rule = Self.columns.indices.map { $0 < 2 ? "---" : "---:" }
        return ([Self.columns, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
    }

    /// The results as a JSON array on one line.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(results), as: UTF8.self)
    }

    private static func tenths(_ seconds: Double) -> String {
        String(format: "%.1f", seconds)
    }
}
