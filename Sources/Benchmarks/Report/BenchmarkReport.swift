import Foundation

/// Results of one session of measurements, with the machine.
struct BenchmarkReport: Encodable {
    let machine: Machine
    let sections: [ReportSection]

    /// The report as JSON, for programs.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as text: a table per section, medians with their ranges.
    var text: String {
        ([machine.line] + sections.map(Self.table)).joined(separator: "\n\n")
    }

    private static func table(_ section: ReportSection) -> String {
        let cells = section.figures.isEmpty ? contenders(section.lines) : figures(section.figures)
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
        }
        return ([section.title, section.setting] + lines).joined(separator: "\n")
    }

    private static func contenders(_ lines: [ReportSection.Line]) -> [[String]] {
        let header = ["contender", "a second", "range", "ratio to it", "range", "p50 ms", "p99 ms"]
        return [header]
            + lines.map { line in
                [
                    line.name,
                    count(line.rate.median),
                    "\(count(line.rate.lowest)) to \(count(line.rate.highest))",
                    line.ratio.map { fraction($0.median) } ?? "",
                    line.ratio.map { "\(fraction($0.lowest)) to \(fraction($0.highest))" } ?? "",
                    line.medianMilliseconds.map(fraction) ?? "",
                    line.p99Milliseconds.map(fraction) ?? "",
                ]
            }
    }

    private static func figures(_ figures: [Figure]) -> [[String]] {
        [["measured", "median", "range", "unit", "bar"]]
            + figures.map { figure in
                let value = figure.value
                return [
                    figure.name,
                    value.map { number($0.median) } ?? "none",
                    value.map { $0.lowest == $0.highest ? "" : "\(number($0.lowest)) to \(number($0.highest))" } ?? "",
                    figure.unit,
                    figure.bar ?? "",
                ]
            }
    }

    /// Formats a number: whole from 100 on, with two decimal places below.
    private static func number(_ value: Double) -> String { value < 100 ? fraction(value) : count(value) }

    private static func count(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0)).locale(Locale(identifier: "en")))
    }

    private static func fraction(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en")))
    }
}
