package import AlarmCore

/// What is shown of the rehearsal of a missed check-in.
package struct RehearsalText: Sendable {
    private let language: Language

    /// Makes the texts in the reader's language.
    package init(language: Language) {
        self.language = language
    }

    /// What the person's devices get.
    package var begun: String { language.phrase(.statusRehearsalBegun).text }

    /// That no contact has agreed, with the command that shows the contacts.
    package func none(listing command: String) -> String {
        language.phrase(.statusRehearsalNone, [.link: .verbatim(command)]).text
    }

    /// That nobody who has agreed can be written to.
    package var unreachable: String { language.phrase(.statusContactsUnreachable).text }

    /// That a contact would be sent nothing by one medium.
    package func unreached(_ name: String, by medium: Destination.Medium) -> String {
        phrase(.statusRehearsalUnreached, name, medium)
    }

    /// The heading of the letter that a contact would be sent.
    package func letter(to name: String, by medium: Destination.Medium) -> String {
        phrase(.statusRehearsalLetter, name, medium)
    }

    private func phrase(_ key: TextKey, _ name: String, _ medium: Destination.Medium) -> String {
        language.phrase(key, [.helper: .name(name), .medium: .phrase(language.phrase(medium.name))]).text
    }
}
