import AlarmCore

/// Random editing accidents in a text.
enum ScenarioMutation {
    private static let words = [
        "99999999999999999999", "-1s", "wake + 9999d", "292277026h", "\"", "&a", "*a", "null", "never", "at least",
        "2027-03-01T21:00:00Z", "wake -", "{}", "[]", "- - -", "\u{FEFF}", "\u{0}", "repeat: FREQ=DAILY;INTERVAL=0",
    ]

    /// Returns `text` with one to five such accidents.
    static func mutated(_ text: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            guard !text.isEmpty else { return Array("title".utf8) }
            let place = Int.random(in: 0..<text.count, using: &generator)
            switch Int.random(in: 0...5, using: &generator) {
            case 0: text[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: text.remove(at: place)
            case 2: text.insert(contentsOf: Self.words.randomElement(using: &generator)?.utf8 ?? "x".utf8, at: place)
            case 3:
                text.insert(
                    contentsOf: text[place...].prefix(60),
                    at: Int.random(in: 0...text.count, using: &generator)
                )
            case 4: text.removeSubrange(place..<min(place + 30, text.count))
            default: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator))
            }
        }
        return text
    }
}
