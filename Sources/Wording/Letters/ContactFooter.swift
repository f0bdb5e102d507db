extension Document {
    /// What stands below a letter to a contact: who sent it and, where the reader can stop it, why it came and how.
    static func contactFooter(personName: String, unsubscribeURL: String?, _ language: Language) -> [Block] {
        let person: [Placeholder: TextValue] = [.person: .name(personName)]
        let sender = Block.paragraph(language.phrase(.commonSender, person))
        guard let unsubscribeURL else { return [sender] }
        return [
            sender,
            .paragraph(language.phrase(.commonStopWhy, person)),
            .link(language.phrase(.commonStopLink, person), url: unsubscribeURL),
        ]
    }
}
