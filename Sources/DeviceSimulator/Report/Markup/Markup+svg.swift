extension Markup {
    /// A coordinate or a length with one digit after the decimal point.
    static func px(_ length: Double) -> String {
        let tenths = Int(exactly: (length * 10).rounded()) ?? 0
        let rest = tenths.magnitude % 10
        let whole = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
        return rest == 0 ? whole : "\(whole).\(rest)"
    }

    /// Adds a straight line.
    mutating func line(_ kind: String, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
        void(
            "line",
            ["class": kind, "x1": Self.px(from.x), "y1": Self.px(from.y), "x2": Self.px(to.x), "y2": Self.px(to.y)]
        )
    }

    /// Adds a rectangle, with a tooltip if there is one.
    mutating func rectangle(
        _ kind: String,
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        radius: Double = 0,
        tip: String? = nil
    ) {
        let attributes: Attributes = [
            "class": kind, "x": Self.px(x), "y": Self.px(y), "width": Self.px(max(width, 0)),
            "height": Self.px(max(height, 0)), "rx": radius > 0 ? Self.px(radius) : nil,
        ]
        guard let tip else { return void("rect", attributes) }
        element("rect", attributes) { $0.element("title", [:], tip) }
    }

    /// Adds text; `anchor` is `start`, `middle` or `end`.
    mutating func words(_ text: String, kind: String, x: Double, y: Double, anchor: String = "start") {
        element(
            "text",
            ["class": kind, "x": Self.px(x), "y": Self.px(y), "text-anchor": anchor == "start" ? nil : anchor],
            text
        )
    }
}
