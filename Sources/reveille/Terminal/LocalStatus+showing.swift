import AlarmCore
import AlarmWire
import RelayServer

extension LocalStatus {
    /// The counts in the order in which they are shown, with their names for a person.
    private static let countNames = [
        ("people", "people"), ("devices", "devices"), ("silentDevices", "silent devices"), ("pairs", "pairs"),
        ("circles", "circles"), ("pendingAlarms", "alarms and deadlines"), ("watchedCheckIns", "watched check-ins"),
        ("contacts", "contacts and own addresses"), ("listeners", "listeners"),
    ]

    /// What is sent by each way to people, one and many.
    private static let messageNames = [
        ("email", "letter", "letters"), ("sms", "text message", "text messages"), ("call", "call", "calls"),
        ("webhook", "webhook", "webhooks"),
    ]

    /// Writes the report for a person, with times on `clock`.
    func show(on clock: LocalClock) {
        for line in healthLines { Terminal.say(line) }
        var facts: [(String, String)] = []
        if let up = report["upSince"]?.instant { facts.append(("up since", clock.text(up))) }
        let next = report["nextStep"]?.instant.map { "\(clock.text($0)), \(clock.distance(to: $0))" }
        facts.append(("next step", next ?? "nothing"))
        facts.append(("waiting to be sent", letters))
        let counts = report["counts"]
        facts += Self.countNames.compactMap { key, name in counts?[key]?.number.map { (name, "\($0)") } }
        Terminal.say()
        Terminal.say(facts: facts)
        Terminal.say()
        var table = TextTable(["WAY", "CONFIGURED", "WAITING", "TROUBLE"])
        for channel in report["channels"]?.elements ?? [] {
            table.add([
                channel["channel"]?.words ?? "?", channel["configured"] == true ? "yes" : "no",
                "\(channel["waiting"]?.number ?? 0)", channel.trouble,
            ])
        }
        Terminal.say(table)
    }

    /// Whether the relay runs, what is not well and why, and what to do, each in a line.
    var healthLines: [String] {
        let status = report["status"]?.words
        var lines = [isRunning ? "The relay runs: \(status ?? "unknown")." : "The relay does not run."]
        for check in report["checks"]?.elements ?? [] where check["status"]?.words != "ok" {
            guard let name = check["name"]?.words, let status = check["status"]?.words else { continue }
            lines.append("  \(name): \(status)\(check["detail"]?.words.map { "; \($0)" } ?? "")")
        }
        if let gap { lines.append("  \(gap): what follows is what its database tells") }
        // Why nothing answers is said with what to do.
        if isRunning, let remedy = RelayHealthcheck.remedy(for: status) { lines.append("  → \(remedy)") }
        return lines
    }

    private var letters: String {
        let letters = report["letters"]
        let waiting = Self.messageNames.compactMap { way, one, many -> String? in
            let channel = report["channels"]?.elements.first { $0["channel"]?.words == way }
            guard let count = channel?["waiting"]?.number, count > 0 else { return nil }
            return "\(count) \(count == 1 ? one : many)"
        }
        var words = waiting.isEmpty ? "nothing" : waiting.joined(separator: ", ")
        if let oldest = letters?["oldestSeconds"]?.number { words += ", the oldest for \(Span.seconds(oldest))" }
        if let used = letters?["smsSegments"]?["used"]?.number, let limit = letters?["smsSegments"]?["limit"]?.number {
            words += "; \(used) of \(limit) segments of text messages used today"
        }
        if let made = letters?["calls"]?["made"]?.number, let limit = letters?["calls"]?["limit"]?.number {
            words += "; \(made) of \(limit) calls made today"
        }
        return words
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    fileprivate var words: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    fileprivate var number: Int64? {
        guard case .number(let number) = self else { return nil }
        return number.int64
    }

    fileprivate var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    fileprivate var instant: Instant? { words.flatMap { try? Instant(iso8601: $0) } }

    /// For how long nothing has got through to a channel, and where.
    fileprivate var trouble: String {
        guard let seconds = self["troubleSeconds"]?.number, seconds > 0 else { return "" }
        return "\(self["origin"]?.words ?? "") for \(Span.seconds(seconds))"
    }
}
