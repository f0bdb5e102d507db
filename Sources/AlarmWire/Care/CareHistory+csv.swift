public import AlarmCore

/// The history as a table (RFC 4180): one line for each time that somebody was told, and one for an alert about which
/// nobody was.
extension CareHistory {
    /// The media type of ``csv``.
    public static let csvMediaType = "text/csv; charset=utf-8; header=present"

    private static let columns = [
        "alert", "kind", "reading (mg/dL)", "state", "held", "at", "due", "latitude", "longitude", "ended at",
        "ended by",
        "told person", "told name", "told by", "told at", "told outcome",
        "place as of", "resolved at", "resolved by", "helper gone at", "continues alert",
    ]

    /// The table, with a header line; lines end in CR LF, as the standard requires.
    public var csv: String { table(notes: nil) }

    /// The table with a column for what was said about each alert, which only devices can open.
    public func csv(notes: [DocumentID: String]) -> String { table(notes: notes) }

    /// Writes the table.
    ///
    /// A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a return for a formula; text that
    /// people chose gets an apostrophe before that, which spreadsheets do not show.
    private func table(notes: [DocumentID: String]?) -> String {
        let lines = alerts.flatMap { alert -> [[String]] in
            let end = alert.lastColumns + (notes.map { [($0[alert.id] ?? "").withoutFormula] } ?? [])
            guard !alert.told.isEmpty else { return [alert.columns + [String](repeating: "", count: 5) + end] }
            return alert.told.map { alert.columns + $0.columns + end }
        }
        return ([Self.columns + (notes == nil ? [] : ["notes"])] + lines).map {
            $0.map(Self.field).joined(separator: ",") + "\r\n"
        }.joined()
    }

    private static func field(_ text: String) -> String {
        let isSpecial = text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\r" || $0 == "\n" }
        return isSpecial ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}

extension CareAlertView {
    fileprivate var columns: [String] {
        let degrees = place?.description.split(separator: ",").map { String($0) } ?? ["", ""]
        return [
            id.description.withoutFormula, kind.rawValue, reading.map { "\($0)" } ?? "", state.rawValue,
            held?.rawValue ?? "",
            at.iso8601, due?.iso8601 ?? "", degrees.first ?? "", degrees.last ?? "", endedAt?.iso8601 ?? "",
            endedBy?.withoutFormula ?? "",
        ]
    }

    fileprivate var lastColumns: [String] {
        [
            placeAt?.iso8601 ?? "", resolvedAt?.iso8601 ?? "", resolvedBy?.withoutFormula ?? "", leftAt?.iso8601 ?? "",
            continues?.description.withoutFormula ?? "",
        ]
    }
}

extension CareTold {
    fileprivate var columns: [String] {
        [
            person.description.withoutFormula, name?.withoutFormula ?? "", means.rawValue, at.iso8601,
            outcome.rawValue,
        ]
    }
}

extension String {
    /// The text, protected from being read as a formula.
    ///
    /// Full-width forms count as well: some spreadsheets take them for the plain ones.
    fileprivate var withoutFormula: String {
        guard let first = unicodeScalars.first(where: { $0 != " " && $0 != "\u{A0}" }) else { return self }
        let starts: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
        return starts.contains(first) ? "'" + self : self
    }
}
