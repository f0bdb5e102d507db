/// The drawings that all charts of a page share.
enum MarkSheet {
    static func add(to markup: inout Markup) {
        markup.element("svg", ["class": "defs", "width": "0", "height": "0", "aria-hidden": "true"]) { markup in
            markup.element("defs") { markup in
                markup.raw(
                    #"<pattern id="gap" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 8 8 0"/></pattern>"#
                )
                for shape in MarkShape.allCases {
                    markup.element("g", ["id": shape.identifier]) { $0.raw(shape.drawing) }
                }
            }
        }
        markup.raw("\n")
    }

    /// Adds the meaning of the marks that occur in a chart.
    static func addLegend(of chart: AlarmChart, to markup: inout Markup) {
        let shapes = Set(chart.marks.map(\.shape))
        let kinds = Set(chart.links.map(\.link.kind))
        markup.element("ul", ["class": "legend", "aria-label": "What the marks mean"]) { markup in
            for shape in MarkShape.allCases where shapes.contains(shape) {
                addEntry(shape.meaning, to: &markup) { markup in
                    markup.element("g", ["class": shape.identifier]) {
                        $0.void("use", ["href": "#\(shape.identifier)", "x": "10", "y": "10"])
                    }
                }
            }
            for kind in ChartLink.Kind.allCases where kinds.contains(kind) {
                guard let meaning = kind.meaning else { continue }
                addEntry(meaning, to: &markup) {
                    $0.line("link link-\(kind.rawValue)", from: (0, 10), to: (20, 10))
                }
            }
            if !chart.scale.breaks.isEmpty {
                addEntry("time cut short, nothing happened", to: &markup) {
                    $0.rectangle("break", x: 1, y: 2, width: 18, height: 16)
                }
            }
        }
        markup.raw("\n")
    }

    private static func addEntry(_ meaning: String, to markup: inout Markup, drawing: (inout Markup) -> Void) {
        markup.element("li") { markup in
            markup.element("svg", ["width": "20", "height": "20", "aria-hidden": "true"], drawing)
            markup.add(meaning)
        }
    }
}
