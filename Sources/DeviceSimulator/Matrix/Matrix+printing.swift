import AlarmCore
package import AlarmWire

extension Matrix {
    /// The table in Markdown, for a document.
    package var markdown: String {
        let head = ["condition"] + phones.map(\.title)
        let rows = zip(conditions, cells).map { [$0.title] + $1.map(\.text) }
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    /// The table as a terminal shows it: a block for each condition, since the columns would not fit.
    package var text: String {
        let width = phones.map(\.title.columns).max() ?? 0
        return zip(conditions, cells).map { condition, row in
            let lines = zip(phones, row).map { "  \($0.title.fitted(to: width))  \($1.text)\n" }
            return condition.title + "\n" + lines.joined()
        }.joined(separator: "\n")
    }

    /// The table as JSON: an array of `{condition, phone, rings, way, lateMs, senderTold}`.
    ///
    /// `rings` is `heard`, `unheard` or `none`; `way` and `lateMs` are present if it was heard.
    package var json: JSONValue {
        .array(
            zip(conditions, cells).flatMap { condition, row in
                zip(phones, row).map { phone, cell in Self.json(condition, phone, cell) }
            }
        )
    }

    private static func json(_ condition: MatrixCondition, _ phone: MatrixPhone, _ cell: MatrixCell) -> JSONValue {
        var rings = "none"
        var way: JSONValue?
        var late: JSONValue?
        switch cell.outcome {
        case .rang(let wayTaken, let span):
            rings = "heard"
            way = .string(wayTaken.rawValue)
            late = .integer(Int(clamping: span.milliseconds))
        case .unheard: rings = "unheard"
        case .silent: break
        }
        return .object(of: [
            "condition": .string(condition.title),
            "phone": .string(phone.title),
            "rings": .string(rings),
            "way": way,
            "lateMs": late,
            "senderTold": cell.told.map { .string($0.stage) },
        ])
    }
}
