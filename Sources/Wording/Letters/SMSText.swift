/// A text message in one language.
///
/// English ones keep to the letters of GSM 03.38 as long as the names in them do, which doubles what fits in a segment.
package struct SMSText: Hashable, Sendable {
    /// The message, in one line.
    package let text: String
    /// Its language.
    package let language: Language

    /// Joins sentences, with a space between them where the language has one.
    init(_ sentences: [Phrase], _ language: Language) {
        self.language = language
        text = sentences.map(\.text).reduce(into: "") { text, sentence in
            // After a full-width full stop there is no space, but an address has to begin after one.
            let joins = text.isEmpty || (text.last == "。" && !sentence.hasPrefix("http"))
            text += joins ? sentence : " \(sentence)"
        }
    }
}
