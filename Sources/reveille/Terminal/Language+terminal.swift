import AlarmCore
import Wording

extension String {
    /// The text with a capital at its start, where its script has capitals.
    var capitalizedAtStart: String { "\(prefix(1).uppercased())\(dropFirst())" }
}

extension Language {
    /// The text `key`, with values that a terminal can show as they are.
    func text(_ key: TextKey, _ values: [Placeholder: String] = [:]) -> String {
        phrase(key, values.mapValues { .verbatim($0) }).text
    }

    /// The text `one` for a single thing, else `several` with their number.
    func text(_ one: TextKey, _ several: TextKey, for count: Int, _ values: [Placeholder: String] = [:]) -> String {
        text(count == 1 ? one : several, values.merging([.count: "\(count)"]) { given, _ in given })
    }

    /// The sentences that there are, one after another.
    func joining(_ sentences: String?...) -> String { joining(sentences.compactMap(\.self)) }

    /// Sentences, one after another: in Chinese without a space, as full stops have theirs within.
    func joining(_ sentences: [String]) -> String { sentences.joined(separator: self == .english ? " " : "") }

    /// The reason of a failure, behind the word that says that it is one.
    func complaint(_ message: String) -> String { joining(text(.answerError), message) }

    /// A question, with what can be typed to answer it; `canWait` where it can be put off.
    func asking(_ question: String, canWait: Bool = false) -> String {
        joining(question, text(canWait ? .answerChoiceLater : .answerChoice))
    }

    /// Why a message was not sent, in plain words, behind what is said of it.
    func told(because reason: String) -> String {
        (self == .english ? ": " : "：") + ReasonText.plain(reason.asForeign, in: self)
    }

    /// Names or words, one after another.
    func listing(_ words: [String]) -> String { words.joined(separator: self == .english ? ", " : "、") }

    /// What somebody wrote, in the quotation marks of the language.
    func quoting(_ words: String) -> String { text(.listenQuote, [.words: words.asForeign]) }
}
