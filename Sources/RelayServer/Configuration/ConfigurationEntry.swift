/// The value of a key, and the source of the value.
package struct ConfigurationEntry: Hashable, Sendable {
    package let key: ConfigurationKey
    /// The value in effect, with a secret hidden; nil where there is none.
    package let value: String?
    /// The source of the value.
    package let source: ConfigurationSource
}

extension [ConfigurationEntry] {
    /// The line of `reveille config`: name, value and source in columns.
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
            let defaultValue = key.defaultValue.map { "`\($0)`" } ?? "none"
            text +=
                "| `\(key.name)` | `\(key.environmentName)` | \(defaultValue) | \(key.meaning) Expects \(key.form). |\n"
        }
        return text
    }
}
