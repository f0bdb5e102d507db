import AlarmCore

/// The section of one scenario: its verdicts, a chart for each alarm, and a table of all entries.
struct ScenarioSection {
    private let record: RunRecord
    private let identifier: String

    init(_ record: RunRecord, number: Int) {
        self.record = record
        self.identifier = "scenario-\(number + 1)"
    }

    func add(to markup: inout Markup) {
        markup.element(
            "section",
            ["class": "card", "id": identifier, "aria-labelledby": "\(identifier)-name"]
        ) { markup in
            markup.element("div", ["class": "head"]) { markup in
                markup.element("h2", ["id": "\(identifier)-name"], record.name)
                markup.badge(isGood: record.hasPassed, record.outcome)
            }
            markup.element("p", [:], record.title)
            markup.element("p", ["class": "dim"], facts)
            if let failure = record.failure {
                markup.element("p", ["class": "failure bad"], "Broke off: \(failure)")
            }
            addVerdicts(to: &markup)
            for alarm in record.alarms { Self.add(AlarmChart(of: alarm, in: record), to: &markup) }
            EntryTable(record).add(to: &markup)
        }
        markup.raw("\n")
    }

    private var facts: String {
        let lasted = "\(record.start.iso8601) to \(record.end.iso8601), \(RelativeTime.length(record.duration))"
        return [record.file, lasted, "played in \(RunSummary.seconds(record.elapsedMilliseconds)) s"]
            .compactMap(\.self).joined(separator: " · ")
    }

    private func addVerdicts(to markup: inout Markup) {
        guard !record.verdicts.isEmpty else { return }
        markup.element("table", ["class": "verdicts"]) { markup in
            markup.element("caption", [:], "What had to happen")
            markup.element("thead") { markup in
                markup.element("tr") { markup in
                    markup.element("th", ["scope": "col"], "Verdict")
                    markup.element("th", ["scope": "col"], "Expectation")
                    markup.element("th", ["scope": "col"], "What was seen")
                    markup.element("th", ["scope": "col", "class": "wider number"], "Line")
                }
            }
            markup.element("tbody") { markup in
                for verdict in record.verdicts {
                    markup.raw("\n")
                    markup.element("tr") { markup in
                        markup.element("td", ["class": "tight"]) {
                            $0.badge(isGood: verdict.isMet, verdict.isMet ? "met" : "not met")
                        }
                        markup.element("th", ["scope": "row", "class": "words"], verdict.expectation)
                        markup.element("td", ["class": "words"], verdict.explanation)
                        markup.element("td", ["class": "wider number"], String(verdict.line))
                    }
                }
            }
        }
        markup.raw("\n")
    }

    private static func add(_ chart: AlarmChart, to markup: inout Markup) {
        let alarm = chart.alarm
        markup.element("figure") { markup in
            markup.element("figcaption") { markup in
                markup.element("h3", [:], "Alarm \(alarm.label): \u{201C}\(alarm.text)\u{201D}")
                let people = "\(alarm.sender) to \(alarm.receivers.joined(separator: ", "))"
                markup.element("p", ["class": "dim"], "From \(people), due \(alarm.due.iso8601)")
            }
            chart.draw(into: &markup)
            MarkSheet.addLegend(of: chart, to: &markup)
        }
        markup.raw("\n")
    }
}
