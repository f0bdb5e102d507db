import AlarmCore

/// A report of runs as one HTML page without external resources or scripts: an overview, and for each scenario its
/// verdicts, a chart for each alarm, and a table of all entries.
///
/// A pure function of the records. It follows the reader's choice of light or dark, and prints light.
package struct HTMLReport: Sendable {
    /// The page's content security policy: its own style sheet, and nothing else.
    static let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    private static let reading = """
        In the charts time runs from left to right and is counted from the due second. Events that lie close together are \
        drawn apart, and hatched stretches, in which nothing happened, are cut short; the labels on the axis are exact.
        """

    private let records: [RunRecord]

    package init(_ records: [RunRecord]) {
        self.records = records
    }

    /// The whole page; ends with a line break.
    package var text: String {
        var markup = Markup()
        markup.raw("<!DOCTYPE html>\n")
        markup.element("html", ["lang": "en"]) { markup in
            markup.raw("\n")
            markup.element("head") { Self.addHead(to: &$0) }
            markup.raw("\n")
            markup.element("body") { markup in
                markup.raw("\n")
                MarkSheet.add(to: &markup)
                addHeader(to: &markup)
                markup.element("main") { markup in
                    markup.raw("\n")
                    OverviewTable(records).add(to: &markup)
                    for (number, record) in records.enumerated() {
                        ScenarioSection(record, number: number).add(to: &markup)
                    }
                }
                markup.raw("\n")
            }
            markup.raw("\n")
        }
        markup.raw("\n")
        return markup.text
    }

    private static func addHead(to markup: inout Markup) {
        markup.raw("\n")
        markup.void("meta", ["charset": "utf-8"])
        markup.raw("\n")
        markup.void("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
        markup.raw("\n")
        markup.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        markup.raw("\n")
        markup.void("meta", ["name": "color-scheme", "content": "light dark"])
        markup.raw("\n")
        markup.element("title", [:], "Reveille: scenario report")
        markup.raw("\n")
        markup.style(StyleSheet.text)
    }

    private func addHeader(to markup: inout Markup) {
        let summary = RunSummary(records)
        markup.element("header") { markup in
            markup.element("div", ["class": "head"]) { markup in
                markup.element("h1", [:], "Scenario report")
                markup.badge(isGood: summary.passedRuns == summary.runs, summary.runsText)
            }
            markup.element("p", ["class": "dim"], "\(summary.verdictsText); \(summary.timeText).")
            markup.element("p", ["class": "dim"], Self.reading)
        }
        markup.raw("\n")
    }
}

extension Markup {
    /// Adds a word for a result, with a sign that needs no colour.
    mutating func badge(isGood: Bool, _ text: String) {
        element("span", ["class": isGood ? "badge good" : "badge bad"], "\(isGood ? "✓" : "✗") \(text)")
    }
}
