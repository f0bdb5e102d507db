/// Why a message was not sent, or did not arrive.
///
/// The relay keeps and tells a reason in English, for its operator as well; a person reads it in their language.
package enum ReasonText {
    /// The reason in the reader's language, as far as the words are the relay's.
    ///
    /// What another program or server has added, such as the codes of its answer, stands in brackets behind it. A reason
    /// that has no words of the relay's stays as it is.
    ///
    /// - Parameters:
    ///   - reason: the reason, as the relay tells it.
    ///   - language: the reader's.
    /// - Returns: a clause without a full stop.
    package static func words(_ reason: String, in language: Language) -> String {
        guard language != .english else { return reason }
        return translated(reason, language) ?? reason
    }

    /// The reason for somebody who runs no server: what happened, without the words of libraries and codes.
    ///
    /// - Parameters:
    ///   - reason: the reason, as the relay tells it.
    ///   - language: the reader's.
    /// - Returns: a clause without a full stop; a reason that has no words of the relay's stays as it is.
    package static func plain(_ reason: String, in language: Language) -> String {
        guard let key = key(of: reason) else { return reason }
        switch key {
        case .reasonConnection, .reasonUnresolved, .reasonTimedOut, .reasonUnprocessed:
            return language.phrase(.statusReasonUnreachable).text
        case .reasonInterrupted, .reasonTimedOutAfter, .reasonStalled:
            return language.phrase(.statusReasonLost).text
        default: return language.phrase(key).text
        }
    }

    /// The text of the relay's own words in a reason; nil where it has none.
    private static func key(of reason: String) -> TextKey? {
        if let key = keys[reason] { return key }
        if reason.hasSuffix(")"), let bracket = reason.lastRange(of: " (") {
            if let key = key(of: String(reason[..<bracket.lowerBound])) { return key }
        }
        guard let colon = reason.ranges(of: ": ").first else { return nil }
        return keys[String(reason[..<colon.lowerBound])] ?? key(of: String(reason[colon.upperBound...]))
    }

    private static func translated(_ reason: String, _ language: Language) -> String? {
        if let key = keys[reason] { return language.phrase(key).text }
        // The codes of an answer, as in "the mail server refuses the letter (550 5.7.1)".
        if reason.hasSuffix(")"), let bracket = reason.lastRange(of: " ("),
            let head = translated(String(reason[..<bracket.lowerBound]), language)
        {
            return joined(head, String(reason[bracket.upperBound...].dropLast()), language)
        }
        // What a library says, as in "no connection: Could not connect", or what it is said of, as in "HTTP 302: …".
        guard let colon = reason.ranges(of: ": ").first else { return nil }
        let (head, tail) = (String(reason[..<colon.lowerBound]), String(reason[colon.upperBound...]))
        if let own = keys[head] { return joined(language.phrase(own).text, tail, language) }
        return translated(tail, language).map { joined($0, head, language) }
    }

    private static func joined(_ own: String, _ other: String, _ language: Language) -> String {
        language.phrase(.reasonWith, [.reason: .verbatim(own), .words: .verbatim(other)]).text
    }

    /// The texts by what the relay says, which is their English.
    private static let keys: [String: TextKey] = Dictionary(
        TextKey.allCases.filter { $0.rawValue.hasPrefix("reason.") && $0 != .reasonWith }
            .map { (Language.english.phrase($0).text, $0) }
    ) { first, _ in first }
}

extension String {
    fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
