/// How a rehearsed letter says that nothing has happened: before the subject, above the text, in front of the message.
enum Rehearsal {
    static func subject(_ subject: Phrase, _ language: Language) -> Phrase {
        language.phrase(.commonRehearsalSubject, [.subject: .phrase(subject)])
    }

    static func notice(personName: String, _ language: Language) -> Phrase {
        language.phrase(.commonRehearsalNotice, [.person: .name(personName)])
    }

    static func sms(_ first: Phrase, _ language: Language) -> Phrase {
        language.phrase(.commonRehearsalSMS, [.subject: .phrase(first)])
    }
}
