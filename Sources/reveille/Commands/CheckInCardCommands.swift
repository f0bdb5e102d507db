import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille checkin card`: the commands for the emergency card.
struct CheckInCardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "Leave what those who look for you need to know: your own words, where you live, who has a key.",
        discussion: """
            The relay keeps the card sealed, and sends it to nobody unless you say --in-letters: then it goes with the \
            letters that tell your contacts of a missed check-in, and with no text message. Whoever runs the relay \
            could read it, as they could read such a letter.
            """,
        subcommands: [CheckInCardSetCommand.self, CheckInCardShowCommand.self, CheckInCardRemoveCommand.self]
    )
}

/// `reveille checkin card set`: writes the card.
struct CheckInCardSetCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Write the card; what is not given stays as it is, and an empty text is taken off."
    )

    @Option(help: ArgumentHelp("What you want to say, as of your health or your cat.", valueName: "text"))
    var words: String?

    @Option(help: ArgumentHelp("A telephone number under which you are reached.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("Where you live.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("Who has a key.", valueName: "text"))
    var key: String?

    @Flag(inversion: .prefixedNo, help: "Send it with the letters that tell contacts of a missed check-in.")
    var inLetters: Bool?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        var card = try await session.knownCard()?.card ?? EmergencyCard()
        func changed(_ known: String?, by given: String?) -> String? {
            given.map { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? known
        }
        card.words = changed(card.words, by: words)
        card.phone = changed(card.phone, by: phone)
        card.address = changed(card.address, by: address)
        card.keyHolder = changed(card.keyHolder, by: key)
        card.isInLetters = inLetters ?? card.isInLetters
        guard !card.isEmpty else {
            let values: [Placeholder: String] = [
                .words: session.language == .english
                    ? "--words, --phone, --address or --key" : "--words、--phone、--address、--key",
                .link: "reveille checkin card remove\(session.profileFlag)",
            ]
            throw CommandFailure(session.language.text(.answerCardEmpty, values), exitCode: .validationFailure)
        }
        output.show(try await session.device.setEmergencyCard(card), in: session)
    }
}

/// `reveille checkin card show`: shows the card, and who gets it.
struct CheckInCardShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the card, and who gets it."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        guard let view = try await session.knownCard() else {
            let command = "reveille checkin card set\(session.profileFlag) --words TEXT --address TEXT"
            throw CommandFailure(session.language.text(.answerCardNone, [.link: command]))
        }
        output.show(view, in: session)
    }
}

/// `reveille checkin card remove`: deletes the card.
struct CheckInCardRemoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete the card from the relay; letters that were sent keep it."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        try await session.device.removeEmergencyCard()
        guard !output.json else { return Terminal.say(NoContent().json) }
        Terminal.say(session.language.text(.answerCardDeleted))
    }
}

extension DeviceSession {
    /// The person's emergency card; nil where there is none.
    fileprivate func knownCard() async throws -> EmergencyCardView? {
        do {
            return try await device.emergencyCard()
        } catch {
            guard error.problemKind == .notFound else { throw error }
            return nil
        }
    }
}

extension OutputOptions {
    /// Shows a card and who gets it: as JSON for a script, in lines for a person.
    fileprivate func show(_ view: EmergencyCardView, in session: DeviceSession) {
        guard !json else { return Terminal.say(view.json) }
        for line in view.lines(flag: session.profileFlag, session.language) { Terminal.say(line) }
        guard view.card.isInLetters else { return }
        if view.isWaiting { Terminal.say(StatusText.lack(of: .email, in: session.language)) }
        if let delay = view.delay { Terminal.say(delay.line(session.readersClock)) }
    }
}

extension EmergencyCardView {
    /// What the card says and who gets it, line by line; `flag` is the option by which a command names this profile.
    func lines(flag: String, _ language: Language) -> [String] {
        let parts: [(TextKey, String?)] = [
            (.answerCardWords, card.words), (.letterCardPhone, card.phone), (.letterCardAddress, card.address),
            (.letterCardKey, card.keyHolder),
        ]
        let lines = parts.compactMap { label, text in
            text.map { language.text(.answerCardLine, [.title: language.text(label), .words: $0.asForeign]) }
        }
        guard card.isInLetters else {
            let command = "reveille checkin card set\(flag) --in-letters"
            return lines + [language.text(.answerCardNobody, [.link: command])]
        }
        guard !recipients.isEmpty else { return lines + [language.text(.answerCardWaits)] }
        return lines + [language.text(.answerCardGoes, [.words: language.listing(recipients.map(\.asForeign))])]
    }
}
