extension Document {
    /// What stands below a letter to a contact: who sent it, why it came, and how to stop it.
    static func contactFooter(personName: String, unsubscribeURL: String, _ language: Language) -> [Block] {
        let person: [Placeholder: TextValue] = [.person: .name(personName)]
        return [
            .paragraph(language.phrase(.commonSender, person)),
            .paragraph(language.phrase(.commonStopWhy, person)),
            .link(language.phrase(.commonStopLink, person), url: unsubscribeURL),
        ]
    }
}
