import StrictYAML

/// The names that a scenario gives to phones and alarms.
enum ScenarioName {
    /// Words that have a meaning in sentences.
    private static let reserved: Set = [
        "a", "accepts", "after", "again", "agrees", "alarm", "and", "answers", "any", "anything", "arms", "asked", "at",
        "audibly", "be",
        "becomes",
        "before", "between", "by", "called", "disarms", "end", "ends", "exactly", "for", "gateway", "is", "least",
        "mail",
        "mailed", "most",
        "never",
        "no", "nobody", "of", "once", "phone", "push", "pushes", "receives", "refuses", "relay", "rings", "saying",
        "scenario", "sender", "silently", "sms", "start", "taps", "texted", "time", "times", "told", "twice",
        "unsubscribes", "with",
        "within",
    ]

    /// Refuses a name that could be confused with another word.
    static func check(_ name: String, of value: YAMLValue) throws(YAMLError) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isPlain = name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
        guard isPlain, let first = name.utf8.first, letters.contains(first), name.utf8.count <= 24 else {
            throw value.contradiction(
                "the name \(name.prefix(60).debugDescription): expected lower-case letters, digits and hyphens, as in ben-tablet"
            )
        }
        guard !reserved.contains(name) else {
            throw value.contradiction("the name \(name) has a meaning in sentences: expected another one")
        }
    }
}
