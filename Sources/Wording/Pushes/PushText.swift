package import AlarmCore

/// The text of a notification.
package struct PushText: Hashable, Sendable {
    /// The title, a few words.
    package let title: String
    /// The body, one or two sentences.
    package let body: String

    /// Makes the text for a stage in the reader's language.
    ///
    /// - Parameters:
    ///   - stage: the stage's name on the wire, such as `check-in-due`. A stage without its own text gets a general one
    ///     that asks to open the app.
    ///   - policy: the name of the escalation policy; some stages have another text in some policies, such as `ring` in
    ///     a `reminder`.
    ///   - language: the reader's.
    ///   - values: the values of the placeholders. A missing person is "Someone"; where any other value is missing, the
    ///     body is the general one and the title stays.
    package init(
        stage: String,
        policy: String? = nil,
        language: Language,
        values: [Placeholder: TextValue] = [:]
    ) {
        let names = [policy.map { "\(stage).\(Self.kin[$0] ?? $0)" }, stage, "generic"].compactMap { $0 }
        let title = names.lazy.compactMap { Self.keys["push.\($0).title"] }.first ?? .pushGenericTitle
        let body = names.lazy.compactMap { Self.keys["push.\($0).body"] }.first ?? .pushGenericBody
        self.init(title: title, body: body, language, values)
    }

    /// The keys by their names: `TextKey(rawValue:)` compares with one after another, for each of a thousand phones.
    private static let keys = Dictionary(uniqueKeysWithValues: TextKey.allCases.map { ($0.rawValue, $0) })

    /// The policies that use the texts of another one.
    private static let kin = ["inactivity": "care-alert", "gentle-rehearsal": "rehearsal"]

    /// Makes the text that tells a member of a care circle of an alert, with the signal as the title.
    ///
    /// `formerHelper` is the name of whoever had acknowledged it and is no longer in the circle; nil unless the alert
    /// begins again.
    package init(
        alert signal: CareSignal.Kind,
        personName: String,
        formerHelper: String? = nil,
        language: Language
    ) {
        var values: [Placeholder: TextValue] = [.person: .name(personName)]
        if let formerHelper { values[.helper] = .name(formerHelper) }
        self.init(
            title: signal.subject,
            body: formerHelper == nil ? .pushAlertBody : .pushAlertAgainBody,
            language,
            values
        )
    }

    /// Makes the text of a rehearsal that tells the person that their contacts would be told once more.
    ///
    /// - Parameters:
    ///   - later: the time since they would have been told first.
    ///   - language: the reader's.
    package init(rehearsedAgain later: Span, language: Language) {
        self.init(title: .pushRehearsalAgainTitle, body: .pushRehearsalAgainBody, language, [.duration: .span(later)])
    }

    /// The name, in place of a policy's, by which a rehearsal says at a stage that nobody would be told.
    package static func rehearsedForNobody(_ stage: String) -> String {
        stage == "rehearsal" ? "nobody" : "rehearsal.nobody"
    }

    private init(title: TextKey, body: TextKey, _ language: Language, _ values: [Placeholder: TextValue]) {
        let catalogue = Catalogue.of(language)
        let fallback = catalogue.canFill(body, values) ? body : .pushGenericBody
        self.title = catalogue.phrase(catalogue.canFill(title, values) ? title : .pushGenericTitle, values).text
        self.body = catalogue.phrase(fallback, values).text
    }
}
