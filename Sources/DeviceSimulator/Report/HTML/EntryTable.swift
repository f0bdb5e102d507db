import AlarmCore

/// A collapsible table of everything that happened in a run: the content of the charts in words.
struct EntryTable {
    private let record: RunRecord

    init(_ record: RunRecord) {
        self.record = record
    }

    func add(to markup: inout Markup) {
        guard !record.entries.isEmpty else { return }
        let labels = Dictionary(record.alarms.map { ($0.id, $0.label) }) { first, _ in first }
        let showsTenths = record.entries.contains { ($0.at - record.origin).milliseconds % 1000 != 0 }
        markup.element("details") { markup in
            markup.element(
                "summary",
                [:],
                record.entries.count == 1 ? "The event in words" : "All \(record.entries.count) events in words"
            )
            markup.element(
                "div",
                ["class": "wide", "tabindex": "0", "role": "region", "aria-label": "Events of \(record.name)"]
            ) { markup in
                markup.element("table") { markup in
                    markup.element("thead") { $0.element("tr") { addTitles(to: &$0) } }
                    markup.element("tbody") { markup in
                        for entry in record.entries {
                            markup.raw("\n")
                            markup.element("tr") { markup in
                                let time = RelativeTime.clock(entry.at - record.origin, showsTenths: showsTenths)
                                markup.element("td", ["class": "number"], time)
                                markup.element("td", ["class": "wider tight"], entry.at.iso8601)
                                markup.element("td", ["class": "words"], entry.lane.name)
                                markup.element("td", ["class": "wider tight"], entry.meaning)
                                if record.alarms.count > 1 {
                                    let label = entry.alarm.map { labels[$0] ?? $0.description } ?? ""
                                    markup.element("td", ["class": "words"], label)
                                }
                                markup.element("td", ["class": "words"], entry.text)
                            }
                        }
                    }
                }
            }
        }
        markup.raw("\n")
    }

    private func addTitles(to markup: inout Markup) {
        markup.element("th", ["scope": "col", "class": "number"], record.alarms.isEmpty ? "From start" : "From due")
        markup.element("th", ["scope": "col", "class": "wider"], "UTC")
        markup.element("th", ["scope": "col"], "Lane")
        markup.element("th", ["scope": "col", "class": "wider"], "Kind")
        if record.alarms.count > 1 { markup.element("th", ["scope": "col"], "Alarm") }
        markup.element("th", ["scope": "col"], "What happened")
    }
}
