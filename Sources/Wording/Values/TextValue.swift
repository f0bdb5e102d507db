package import AlarmCore

/// The value of a placeholder, written in the reader's language.
package enum TextValue: Hashable, Sendable {
    /// A name that a person gave; ``DisplayName`` makes it safe.
    case name(String)
    /// The relay's own characters, such as an address.
    case verbatim(String)
    /// A moment, by the clocks of a zone.
    case moment(Instant, in: ZoneRules)
    /// A length of time in its two largest units.
    case span(Span)
    /// A length of time in hours, as people count the time without news of somebody.
    case hours(Span)
    /// A distance in whole metres.
    case metres(Int64)
    /// A whole number.
    case count(Int64)
    /// The kind of an alert, in parentheses and with the space before it, as in " (a possible fall)".
    case signal(CareSignal.Kind)
    /// Another text.
    case phrase(Phrase)

    func phrase(in language: Language) -> Phrase {
        switch self {
        case .name(let name): Phrase(foreign: DisplayName(name, in: language).text)
        case .verbatim(let text): Phrase(text)
        case .moment(let instant, let zone): Phrase(TimeText.moment(instant, in: zone, language))
        case .span(let span): Phrase(DurationText.spoken(span, language))
        case .hours(let span): Phrase(DurationText.hours(span, language))
        case .metres(let count): Phrase(language.counted(count, .unitMetre))
        case .count(let count): Phrase(String(count))
        case .signal(let kind):
            Phrase(
                (language.isChinese ? "" : " ")
                    + language.phrase(.listenSignalKind, [.reason: .phrase(language.phrase(kind.shown))]).text
            )
        case .phrase(let phrase): phrase
        }
    }
}
