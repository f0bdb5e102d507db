package import AlarmCore

extension EscalationPolicy {
    /// The policy as one YAML document, with every key written out, which ``init(yaml:named:)`` reads back unchanged.
    package var yaml: String {
        var lines = [
            "name: \(Self.quoted(name))",
            "misfire-grace: \(misfireGrace)",
            "longest-snooze: \(longestSnooze)",
        ]
        if let time = confirmationTime {
            lines.append("# An armed phone has \(time) from due to report that it rings; then it is pushed too.")
        }
        lines.append("steps:")
        for step in steps {
            lines.append("  - at: \(step.offset.map { "\($0)" } ?? Self.acceptance)")
            lines.append("    audience: \(step.audience.rawValue)")
            lines.append("    stage: \(step.stage.rawValue)")
            lines.append("    urgency: \(step.urgency.rawValue)")
            if step.repeats > 0 || step.every != .seconds(60) {
                lines.append("    repeats: \(step.repeats)")
                lines.append("    every: \(step.every)")
            }
            if !step.unless.isEmpty {
                lines.append("    unless: [\(step.unless.map(\.rawValue).joined(separator: ", "))]")
            }
            if let tiers = step.tiers { lines.append("    tiers: \(tiers)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name in YAML: bare where it consists of letters, digits and hyphens, else in double quotes.
    private static func quoted(_ text: String) -> String {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isBare = text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
        if isBare, let first = text.utf8.first, letters.contains(first) { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{20}"..."\u{7E}": quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
