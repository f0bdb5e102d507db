import AlarmCore

/// A table with one row for each scenario: its title and its result.
struct OverviewTable {
    private let records: [RunRecord]

    init(_ records: [RunRecord]) {
        self.records = records
    }

    func add(to markup: inout Markup) {
        markup.element("section", ["class": "card", "aria-label": "Overview"]) { markup in
            markup.element("table") { markup in
                markup.element("caption", [:], "All scenarios")
                markup.element("thead") { $0.element("tr") { Self.addTitles(to: &$0) } }
                markup.element("tbody") { markup in
                    for (number, record) in records.enumerated() {
                        markup.raw("\n")
                        markup.element("tr") { Self.add(record, number: number, to: &$0) }
                    }
                }
            }
        }
        markup.raw("\n")
    }

    private static func addTitles(to markup: inout Markup) {
        markup.element("th", ["scope": "col"], "Scenario")
        markup.element("th", ["scope": "col"], "Verdict")
        markup.element("th", ["scope": "col", "class": "number wider"], "Met")
        markup.element("th", ["scope": "col", "class": "number wider"], "Alarms")
        markup.element("th", ["scope": "col", "class": "number"], "Duration")
        markup.element("th", ["scope": "col", "class": "number wider"], "Played in")
    }

    private static func add(_ record: RunRecord, number: Int, to markup: inout Markup) {
        markup.element("th", ["scope": "row"]) { markup in
            markup.element("a", ["href": "#scenario-\(number + 1)", "class": "words"], record.name)
            markup.element("div", ["class": "dim wider words title"], record.title)
        }
        markup.element("td") { $0.badge(isGood: record.hasPassed, record.outcome) }
        markup.element("td", ["class": "number wider"], "\(record.metCount) of \(record.verdicts.count)")
        markup.element("td", ["class": "number wider"], String(record.alarms.count))
        markup.element("td", ["class": "number"], RelativeTime.length(record.duration))
        markup.element("td", ["class": "number wider"], "\(RunSummary.seconds(record.elapsedMilliseconds)) s")
    }
}

extension RunRecord {
    /// Result of the run in a word or two.
    var outcome: String { hasPassed ? "passed" : failure == nil ? "failed" : "broke off" }
}
