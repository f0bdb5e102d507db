import AlarmCore

extension AlarmChart {
    /// Adds the chart: the column of lanes, which stays in view, and the drawing beside it.
    func draw(into markup: inout Markup) {
        markup.element("div", ["class": "chart", "tabindex": "0", "role": "region", "aria-label": label]) { markup in
            markup.element("svg", box("lanes", width: Self.laneColumnWidth)) { drawLaneNames(into: &$0) }
            markup.raw("\n")
            markup.element("svg", box("plot", width: Self.width)) { markup in
                drawLanes(into: &markup)
                drawAxis(into: &markup)
                drawLinks(into: &markup)
                drawStates(into: &markup)
                drawMarks(into: &markup)
            }
            markup.raw("\n")
        }
        markup.raw("\n")
    }

    private var label: String { "Chart of alarm \(alarm.label): \(count) events; the table below has them in words" }

    private func box(_ kind: String, width: Double) -> Markup.Attributes {
        let (width, height) = (Markup.px(width), Markup.px(height))
        return [
            "class": kind, "width": width, "height": height, "viewBox": "0 0 \(width) \(height)", "role": "img",
            "aria-label": kind == "lanes" ? "The chart's lanes" : label,
        ]
    }

    private func drawLaneNames(into markup: inout Markup) {
        for row in lanes {
            markup.rectangle("edge", x: 0, y: row.top, width: Self.laneColumnWidth, height: 1)
            let middle = row.top + row.height / 2
            markup.element("text", ["class": "lane", "x": "0", "y": Markup.px(middle - 2)]) { markup in
                markup.element("title", [:], row.lane.name)
                markup.add(Self.shortened(row.lane.name, to: 16))
            }
            markup.words(row.role, kind: "role", x: 0, y: middle + 13)
        }
    }

    private static func shortened(_ text: String, to width: Int) -> String {
        text.columns > width ? text.fitted(to: width) : text
    }

    private func drawLanes(into markup: inout Markup) {
        for row in lanes {
            markup.rectangle("edge", x: 0, y: row.top, width: Self.width, height: 1)
            // All shades come first, so that none covers another's name.
            for condition in row.strips.joined() { shade(row, for: condition, into: &markup) }
            for (number, strip) in row.strips.enumerated() {
                let y = row.top + 3 + Double(number) * ChartLane.stripHeight
                for condition in strip { draw(condition, y: y, of: row, into: &markup) }
            }
        }
    }

    private func shade(_ row: ChartLane, for condition: RunRecord.Condition, into markup: inout Markup) {
        let (start, end) = ends(of: condition)
        markup.rectangle("shade", x: start, y: row.top + 1, width: end - start, height: row.height - 1)
    }

    /// Draws a condition's name on a strip at the top of its lane.
    private func draw(_ condition: RunRecord.Condition, y: Double, of row: ChartLane, into markup: inout Markup) {
        let (start, end) = ends(of: condition)
        let times = [condition.start, condition.end ?? condition.start].map { RelativeTime.short($0 - alarm.due) }
        let tip = "\(row.lane.name): \(condition.label), \(times.joined(separator: " to "))"
        markup.rectangle("strip", x: start, y: y, width: end - start - 1, height: 14, radius: 2, tip: tip)
        let room = Int(max(end - start - 8, 0) / 6)
        if room >= min(condition.label.columns, 3) {
            markup.words(Self.shortened(condition.label, to: room), kind: "strip-name", x: start + 4, y: y + 10.5)
        }
    }

    private func ends(of condition: RunRecord.Condition) -> (start: Double, end: Double) {
        (scale.x(at: condition.start), scale.x(at: condition.end ?? condition.start))
    }

    private func drawAxis(into markup: inout Markup) {
        let (top, bottom) = (Self.axisHeight, height - 8)
        for stretch in scale.breaks {
            markup.rectangle(
                "break",
                x: stretch.start,
                y: top,
                width: stretch.end - stretch.start,
                height: bottom - top
            )
            for x in [stretch.start, stretch.end] { markup.line("gap-edge", from: (x, top), to: (x, bottom)) }
            let middle = (stretch.start + stretch.end) / 2
            for x in [middle - 4, middle + 4] {
                let path = "M\(Markup.px(x - 3)) \(Markup.px(top + 6))l6-12"
                markup.void("path", ["class": "cut", "d": path])
                let lower = "M\(Markup.px(x - 3)) \(Markup.px(bottom + 6))l6-12"
                markup.void("path", ["class": "cut", "d": lower])
            }
        }
        markup.line("axis", from: (0, top), to: (Self.width, top))
        for tick in ticks {
            markup.line(tick.isDue ? "due" : "grid", from: (tick.x, top - 5), to: (tick.x, bottom))
            let x = min(max(tick.x, tick.halfWidth), Self.width - tick.halfWidth)
            markup.words(tick.label, kind: tick.isDue ? "tick due-name" : "tick", x: x, y: top - 12, anchor: "middle")
        }
        for stretch in scale.breaks {
            let text = RelativeTime.length(stretch.length)
            let x = (stretch.start + stretch.end) / 2
            let half = Double(text.count) * 3 + 6
            let isFree = ticks.allSatisfy { abs($0.x - x) > half + $0.halfWidth }
            if isFree { markup.words(text, kind: "skipped", x: x, y: top - 12, anchor: "middle") }
        }
    }

    private func drawLinks(into markup: inout Markup) {
        for (link, from, to) in links {
            let end = link.kind == .lost ? (x: from.x + 10, y: from.y + 20) : to
            markup.line("link link-\(link.kind.rawValue)", from: from, to: end)
        }
    }

    private func drawStates(into markup: inout Markup) {
        guard let row = lanes.first(where: \.hasStateBar) else { return }
        for stretch in states {
            let known = AlarmState(rawValue: stretch.state)?.rawValue ?? "unknown"
            let width = stretch.end - stretch.start
            markup.rectangle(
                "state state-\(known)",
                x: stretch.start,
                y: row.barY,
                width: width,
                height: 19,
                tip: tip(of: stretch.entry)
            )
            markup.rectangle("state-start", x: stretch.start, y: row.barY, width: 2, height: 19)
            let room = Int(max(width - 10, 0) / 7.2)
            if room >= min(stretch.state.columns, 5) {
                let name = Self.shortened(stretch.state, to: room)
                markup.words(name, kind: "state-name", x: stretch.start + 6, y: row.barY + 13.5)
            }
        }
    }

    private func drawMarks(into markup: inout Markup) {
        for label in MarkLabel.labels(for: marks, within: Self.width) {
            markup.words(label.text, kind: "mark-name", x: label.x, y: label.y, anchor: "middle")
        }
        for mark in marks {
            markup.element("g", ["class": "mark \(mark.shape.identifier)"]) { markup in
                markup.element("title", [:], mark.entries.map(tip).joined(separator: "\n"))
                markup.void(
                    "use",
                    ["href": "#\(mark.shape.identifier)", "x": Markup.px(mark.x), "y": Markup.px(mark.y)]
                )
            }
        }
        markup.raw("\n")
    }

    /// Text of an entry's tooltip: `+1 min 30 s · gateway · push (ring): …`.
    private func tip(of entry: Timeline.Entry) -> String {
        "\(RelativeTime.short(entry.at - alarm.due)) · \(entry.lane.name) · \(entry.meaning): \(entry.text)"
    }
}

extension Timeline.Entry {
    /// The entry's kind with its details: `push (ring)`, `ring (alarmkit, silent)`.
    var meaning: String {
        let detail: String? =
            if let ring { ring.way.rawValue + (ring.isAudible ? "" : ", silent") } else { stage ?? state }
        return detail.map { "\(kind.rawValue) (\($0))" } ?? kind.rawValue
    }
}
