package import AlarmCore

/// The words of a notification.
package struct PushText: Hashable, Sendable {
    /// The title, a few words.
    package let title: String
    /// The body, one or two sentences.
    package let body: String

    /// Makes the words for a stage in the reader's language.
    ///
    /// - Parameters:
    ///   - stage: the word that travels, such as `check-in-due`. A stage without words of its own gets a general text that
    ///     asks to open the app.
    ///   - policy: the name of the escalation policy; some stages say something else in some of them, such as `ring` in a
    ///     `reminder`.
    ///   - language: the reader's.
    ///   - values: what the texts of the stage leave open. A person may be missing and is "Someone"; where anything else is
    ///     missing, the body is the general one and the title stays.
    package init(
        stage: String,
        policy: String? = nil,
        language: Language,
        values: [Placeholder: TextValue] = [:]
    ) {
        let names = [policy.map { "\(stage).\(Self.kin[$0] ?? $0)" }, stage, "generic"].compactMap { $0 }
        let title = names.lazy.compactMap { TextKey(rawValue: "push.\($0).title") }.first ?? .pushGenericTitle
        let body = names.lazy.compactMap { TextKey(rawValue: "push.\($0).body") }.first ?? .pushGenericBody
        self.init(title: title, body: body, language, values)
    }

    /// Policies that speak as another does.
    private static let kin = ["inactivity": "care-alert", "gentle-rehearsal": "rehearsal"]

    /// Makes the words that tell a member of a care circle of an alert, with the signal as the title.
    package init(alert signal: CareSignal.Kind, personName: String, language: Language) {
        self.init(title: signal.subject, body: .pushAlertBody, language, [.person: .name(personName)])
    }

    /// Makes the words of a rehearsal that tell the person that their contacts would be told once more.
    ///
    /// - Parameters:
    ///   - later: how long after they were told first.
    ///   - language: the reader's.
    package init(rehearsedAgain later: Span, language: Language) {
        self.init(title: .pushRehearsalAgainTitle, body: .pushRehearsalAgainBody, language, [.duration: .span(later)])
    }

    private init(title: TextKey, body: TextKey, _ language: Language, _ values: [Placeholder: TextValue]) {
        let catalogue = Catalogue.of(language)
        let fallback = catalogue.canFill(body, values) ? body : .pushGenericBody
        self.title = catalogue.phrase(catalogue.canFill(title, values) ? title : .pushGenericTitle, values).text
        self.body = catalogue.phrase(fallback, values).text
    }
}
