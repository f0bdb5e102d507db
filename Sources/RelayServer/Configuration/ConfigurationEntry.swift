/// What a key turned out to be, and who said so.
package struct ConfigurationEntry: Hashable, Sendable {
    /// The key.
    package let key: ConfigurationKey
    /// The value in effect, as it may be shown; nil where there is none.
    package let value: String?
    /// Where it came from.
    package let source: ConfigurationSource
}

extension [ConfigurationEntry] {
    /// The listing of `reveille config`: name, value and source in columns, one key a line.
    package var listing: String {
        let rows = map { [$0.key.name, $0.value ?? "-", $0.source.label] }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: Swift.max(width - text.count, 0))
            }
            return (padded + [row[2]]).joined(separator: "  ") + "\n"
        }
        .joined()
    }
}

extension ConfigurationKey {
    /// The reference of all keys as a Markdown table.
    package static var reference: String {
        var text = "| key | environment | default | meaning |\n| --- | --- | --- | --- |\n"
        for key in all {
            let usual = key.usual.map { "`\($0)`" } ?? "none"
            text += "| `\(key.name)` | `\(key.environmentName)` | \(usual) | \(key.meaning) Expects \(key.form). |\n"
        }
        return text
    }
}
