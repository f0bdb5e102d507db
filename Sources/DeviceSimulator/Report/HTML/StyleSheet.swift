import AlarmCore

/// The report's style, in one sheet that loads nothing.
enum StyleSheet {
    /// The whole sheet.
    static var text: String {
        let palette = Palette.report
        return """
            :root { color-scheme: light dark; \(variables(palette.light)) }
            @media (prefers-color-scheme: dark) { :root { \(variables(palette.dark)) } }
            @media print { :root { color-scheme: light; \(variables(palette.light)) } }
            \(page)
            \(chart)
            \(MarkShape.allCases.map { ".\($0.identifier) { color: var(--\($0.rawValue)) }" }.joined(separator: "\n"))
            \(states.map { ".state-\($0) { fill: var(--\($0)) }" }.joined(separator: "\n"))
            \(small)

            """
    }

    private static let states = AlarmState.allCases.map(\.rawValue) + ["unknown"]

    private static func variables(_ colours: [(name: String, colour: Palette.Colour)]) -> String {
        colours.map { "--\($0.name): \($0.colour.css);" }.joined(separator: " ")
    }

    private static let page = """
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 28px 24px 64px; max-width: 1272px; background: var(--page); color: var(--ink);
            font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; letter-spacing: -.01em; }
        h2 { font-size: 20px; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
        h3 { font-size: 16px; line-height: 1.4; margin: 0; overflow-wrap: anywhere; }
        p { margin: 4px 0; overflow-wrap: anywhere; }
        a { color: var(--link); }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        .dim { color: var(--dim); }
        .card { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 18px 20px;
            margin: 20px 0; }
        .head { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; }
        .badge { display: inline-block; padding: 1px 10px; border-radius: 99px; font-weight: 600; font-size: 13px;
            white-space: nowrap; }
        .good { color: var(--good); background: var(--good-back); }
        .bad { color: var(--bad); background: var(--bad-back); }
        .failure { border-left: 4px solid var(--bad); padding: 8px 12px; margin: 12px 0; white-space: pre-wrap;
            overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; font-size: 14px; }
        caption { text-align: left; font-weight: 600; padding-bottom: 6px; }
        th { text-align: left; font-weight: 600; color: var(--dim); font-size: 13px; }
        th, td { padding: 6px 14px 6px 0; border-bottom: 1px solid var(--grid); vertical-align: top; }
        tbody th { color: var(--ink); font-size: 14px; }
        tr > :last-child { padding-right: 0; }
        tbody tr:last-child > * { border-bottom: 0; }
        .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .tight { white-space: nowrap; }
        .words { overflow-wrap: anywhere; }
        .title { font-weight: 400; }
        .wide { overflow-x: auto; }
        .verdicts { margin: 14px 0 0; }
        details { margin-top: 14px; }
        summary { cursor: pointer; color: var(--link); font-weight: 600; }
        details[open] > summary { margin-bottom: 8px; }
        figure { margin: 22px 0 0; }
        figcaption { margin-bottom: 8px; }
        .legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 8px 0 0; padding: 0; list-style: none;
            font-size: 13px; color: var(--dim); }
        .legend li { display: flex; align-items: center; gap: 6px; }
        .defs { position: absolute; }
        """

    private static let chart = """
        .chart { display: flex; overflow-x: auto; }
        .chart svg, .legend svg { display: block; }
        .chart svg { height: auto; flex: 0 0 auto; }
        .chart .lanes { position: sticky; left: 0; z-index: 1; background: var(--card); }
        svg text { font-family: inherit; fill: var(--ink); }
        svg .lane { font-size: 14px; font-weight: 600; }
        svg .role { font-size: 11.5px; fill: var(--dim); }
        svg .tick { font-size: 12px; fill: var(--dim); }
        svg .due-name { font-weight: 700; fill: var(--due); }
        svg .skipped { font-size: 11px; font-style: italic; fill: var(--dim); }
        svg .mark-name { font-size: 11px; fill: var(--ink); paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
        svg .state-name { font-size: 12px; font-weight: 600; }
        svg .strip-name { font-size: 11px; }
        .edge { fill: var(--edge); }
        .axis { stroke: var(--edge); }
        .grid { stroke: var(--grid); }
        .due { stroke: var(--due); stroke-width: 1.5; stroke-dasharray: 5 3; }
        .break { fill: url(#gap); }
        .gap-edge { stroke: var(--gap); stroke-dasharray: 2 3; }
        .cut { stroke: var(--dim); stroke-width: 1.5; fill: none; }
        .shade { fill: var(--shade); }
        .strip { fill: var(--strip); }
        .state-start { fill: var(--state); }
        .link { stroke-width: 1.5; fill: none; }
        .link-call { stroke: var(--request); stroke-dasharray: 2 3; }
        .link-delivery { stroke: var(--push); }
        .link-lost { stroke: var(--push); stroke-dasharray: 2 3; }
        .link-effect { stroke: var(--arrival); stroke-width: 2.5; }
        .link-armed { stroke: var(--arming); stroke-width: 2; stroke-dasharray: 7 4; }
        .link-ringing { stroke: var(--ring); stroke-width: 5; }
        .mark .f, .f { fill: currentColor; stroke: var(--card); stroke-width: 1.5; paint-order: stroke; }
        .o { fill: var(--card); stroke: currentColor; stroke-width: 1.8; }
        .w { stroke-width: 3; stroke-linecap: round; }
        .i { fill: none; stroke: var(--card); stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
        #gap path { stroke: var(--gap); stroke-width: 1; }
        """

    private static let small = """
        @media (max-width: 700px) {
            body { padding: 16px 10px 40px; }
            .card { padding: 14px 12px; }
            .wider { display: none; }
            th, td { padding-right: 10px; }
        }
        @media print {
            body { max-width: none; padding: 0; font-size: 12px; }
            .card { break-inside: auto; border-width: 0 0 1px; border-radius: 0; padding: 8px 0; }
            figure, tr { break-inside: avoid; }
            .chart { overflow: visible; }
            .chart svg { flex: 0 1 auto; min-width: 0; }
            * { print-color-adjust: exact; }
            @page { margin: 12mm; }
        }
        """
}
