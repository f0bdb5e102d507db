import AlarmCore

extension FuzzTarget {
    /// Times and spans as text.
    static let time = FuzzTarget(name: "time") { input in
        let text = String(decoding: input, as: UTF8.self)
        if let timestamp = try? Timestamp(iso8601: text) { check(timestamp, text) }
        if let span = try? Span(text: text) {
            require((try? Span(text: span.description)) == span, "a span is read back: \(span)")
        }
    }

    private static func check(_ timestamp: Timestamp, _ text: String) {
        switch timestamp {
        case .local(let local):
            require(
                (try? Timestamp(iso8601: local.iso8601)) == timestamp,
                "a local time is read back: \(local.iso8601)"
            )
            require((try? Instant(iso8601: text)) == nil, "a time without an offset is no instant")
        case .instant(let instant):
            require((try? Instant(iso8601: text)) == instant, "both readers agree")
            guard instant.isWritable else { return }
            require((try? Instant(iso8601: instant.iso8601)) == instant, "an instant is read back: \(instant)")
            for secondsEast in [-86_340, -12_600, 0, 1800, 50_400, 86_340] {
                let there = instant.iso8601(secondsEast: secondsEast)
                // Near the ends of the calendar the clocks elsewhere show a year that RFC 3339 cannot write.
                guard (instant + .seconds(Int64(secondsEast))).isWritable else { continue }
                require((try? Instant(iso8601: there)) == instant, "an instant is read back: \(there)")
            }
        }
    }
}
