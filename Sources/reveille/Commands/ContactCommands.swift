import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille contacts`: the commands for people without the app who are notified of a missed check-in.
struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Name people who are told when you do not check in.",
        discussion:
            "Each is asked by one letter whether they want to be told, and told nothing before they have agreed.",
        subcommands: [
            ContactsAddCommand.self, ContactsListCommand.self, ContactsChangeCommand.self, ContactsAskCommand.self,
            ContactsRemoveCommand.self,
        ]
    )
}

/// `reveille contacts add`: adds a contact.
struct ContactsAddCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Name a contact; they are asked whether they want to be told."
    )

    @Argument(help: "What they are called.")
    var name: String

    @OptionGroup
    var reached: ContactOptions

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        try await introduce(in: session)
        let request = reached.request(named: name)
        let view = try await session.device.addContact(request)
        guard !output.json else { return Terminal.say(view.json) }
        if let remark = reached.language?.remark(in: session.language) { Terminal.remark(remark) }
        let name = session.language.text(.listContactID, [.link: "\(view.id)"])
        Terminal.say(session.language.joining(view.askingSentence(in: session.language), name))
        for line in [view].wayLines(session.readersClock) { Terminal.say(line) }
        if let secret = view.webhookSecret {
            Terminal.say(session.language.text(.listContactSecret, [.words: secret]))
        }
    }

    /// Has the relay know by which name contacts know the person, since a letter about nobody in particular helps nobody.
    private func introduce(in session: DeviceSession) async throws {
        let settings = try await session.knownCheckIns()?.settings
        guard settings?.isUnnamed ?? true else { return }
        let name = await session.device.profile.displayName
        guard !name.isEmpty else {
            let command = "reveille checkin plan\(session.profileFlag) --name NAME"
            throw CommandFailure(session.language.text(.answerContactUnnamed, [.link: command]))
        }
        var named = settings ?? CheckInSettings(name: name)
        named.name = name
        _ = try await session.device.setCheckIn(named)
        guard !output.json else { return }
        let values: [Placeholder: String] = [.person: name.asForeign, .link: "checkin plan --name"]
        Terminal.say(session.language.text(.listContactIntroduced, values))
    }
}

/// `reveille contacts list`: lists the contacts.
struct ContactsListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your contacts, and whether they have agreed."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let list = try await session.device.contacts()
        output.show(
            list,
            orSay: list.isEmpty && !output.json ? try await session.contactsNone() : "",
            columns: ["NAME", "CONSENT", "SINCE", "LANGUAGE", "REACHED AT", "ID"],
            language: session.language,
            json: \.json,
            row: { view in
                [
                    view.contact.name.asForeign, session.language.word("consent", view.consent.rawValue),
                    session.readersClock.text(view.since),
                    (view.contact.language ?? "").asForeign, view.addresses, "\(view.id)",
                ]
            }
        )
        guard !output.json else { return }
        for line in list.wayLines(session.readersClock) { Terminal.say(line) }
        for line in list.flatMap({ $0.troubleLines(session.readersClock, among: list) }) { Terminal.say(line) }
    }
}

extension DeviceSession {
    /// How the person's check-ins stand; nil where they have no plan and never checked in.
    func knownCheckIns() async throws -> CheckInReport? {
        do {
            return try await device.checkInReport()
        } catch {
            guard error.problemKind == .notFound else { throw error }
            return nil
        }
    }

    /// That there are no contacts, and how one is named, or why none can be asked.
    fileprivate func contactsNone() async throws -> String {
        let usual = "reveille contacts add\(profileFlag) NAME --email ADDRESS"
        func none(_ command: String) -> String { language.text(.listContactNoneAdd, [.link: command]) }
        guard let report = try await knownCheckIns() else { return none(usual) }
        guard let command = report.addingCommand(flag: profileFlag) else {
            return language.joining(language.text(.listContactNone), language.text(.statusContactsNoWay))
        }
        return none(command.contains("--phone") ? command : usual)
    }
}

extension ContactView {
    /// By what the contact was not reached, or may not have been, each in a line.
    ///
    /// The reason is in plain words, and says that the message came back, where it did. Another of `people` with the same
    /// name is told apart.
    func troubleLines(_ clock: LocalClock, among people: [ContactView] = []) -> [String] {
        trouble.map { trouble in
            let language = clock.language
            let sentence = language.text(
                trouble.mayHaveArrived ? .listContactUnreachedMaybe : .listContactUnreached,
                [
                    .person: people.name(of: self, in: language),
                    .medium: StatusText.name(of: trouble.medium, in: language),
                    .time: clock.text(trouble.at),
                ]
            )
            return sentence + language.told(because: trouble.reason)
        }
    }

    /// Whether the message that asks the contact has certainly not arrived at any of their addresses.
    var hasNoQuestion: Bool {
        let lost = Set(trouble.filter { !$0.mayHaveArrived }.map(\.medium))
        let asking: [(String?, Destination.Medium)] = [(contact.email, .email), (contact.phone, .sms)]
        return consent == .pending && !lost.isEmpty && asking.allSatisfy { $0 == nil || lost.contains($1) }
    }

    /// That the contact is being asked just now, in a sentence: whether a message arrives is not known yet.
    ///
    /// Another of `people` with the same name is told apart.
    func askingSentence(among people: [ContactView] = [], in language: Language) -> String {
        let person = [Placeholder.person: people.name(of: self, in: language)]
        return language.text(isHeldUp ? .listContactAskedHeld : .listContactAsked, person)
    }

    /// Whether no message gets through to any of the addresses at which the contact is asked.
    fileprivate var isHeldUp: Bool {
        let held = unreached.union(delayed.map(\.medium))
        let asking: [(String?, Destination.Medium)] = [(contact.email, .email), (contact.phone, .sms)]
        return asking.allSatisfy { $0 == nil || held.contains($1) }
    }
}

extension [ContactView] {
    /// To whom nothing can be sent by a medium at present, or nothing gets through, and who has yet to be asked, each in
    /// a line; those who want no letters are left out.
    func wayLines(_ clock: LocalClock) -> [String] {
        let language = clock.language
        let open = filter { $0.consent != .unsubscribed }
        return Destination.Medium.allCases.flatMap { medium in
            let lacking = open.filter { $0.unreached.contains(medium) }
            let delayed = open.filter { $0.delayed.contains { $0.medium == medium } }
            let delay = delayed.first?.delayed.first { $0.medium == medium }
            // That what is to be sent waits is said of the others already.
            let waiting = open.filter { contact in
                contact.waiting.contains(medium) && !contact.unreached.contains(medium)
                    && !contact.delayed.contains { $0.medium == medium }
            }
            let lines = [
                (lacking, StatusText.lack(of: medium, in: language)), (delayed, delay?.line(clock) ?? ""),
                (waiting, StatusText.waiting(for: medium, in: language)),
            ]
            return lines.filter { !$0.0.isEmpty }.map { contacts, text in
                "\(contacts.map { name(of: $0, in: language) }.joined(separator: ", ")): \(text)"
            }
        }
    }
}

/// `reveille contacts change`: changes a contact's name or addresses.
struct ContactsChangeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a contact; at another address they are asked again.",
        discussion: """
            What is not given stays as it is.
            """
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @Option(help: ArgumentHelp("What they are called.", valueName: "name"))
    var name: String?

    @OptionGroup
    var reached: ContactOptions

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let contacts = try await session.device.contacts()
        let known = try session.contact(contact, among: contacts)
        let view = try await session.device.changeContact(
            known.id,
            to: reached.request(named: name ?? known.contact.name, insteadOf: known.contact)
        )
        guard !output.json else { return Terminal.say(view.json) }
        if let remark = reached.language?.remark(in: session.language) { Terminal.remark(remark) }
        Terminal.say(view.changedSentence(among: contacts, in: session.language))
    }
}

/// `reveille contacts ask`: asks a contact again to confirm.
struct ContactsAskCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a contact once more whether they want to be told."
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let contacts = try await session.device.contacts()
        let known = try session.contact(contact, among: contacts)
        let view = try await session.device.askContact(known.id)
        guard !output.json else { return Terminal.say(view.json) }
        Terminal.say(view.askingSentence(among: contacts, in: session.language))
        for line in [view].wayLines(session.readersClock) { Terminal.say(line) }
    }
}

/// `reveille contacts remove`: removes a contact.
struct ContactsRemoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Have the relay forget a contact."
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let contacts = try await session.device.contacts()
        let known = try session.contact(contact, among: contacts)
        let (language, person) = (
            session.language, [Placeholder.person: contacts.name(of: known, in: session.language)]
        )
        try await consent.require(to: language.text(.answerContactAsk, person), in: language)
        try await session.device.removeContact(known.id)
        guard !output.json else { return Terminal.say(known.json) }
        for line in known.forgottenLines(among: contacts, in: language) { Terminal.say(line) }
    }
}

extension ContactView {
    /// What `contacts change` answers; another of `people` with the same name is told apart.
    func changedSentence(among people: [ContactView] = [], in language: Language) -> String {
        let state = language.word("consent", consent.rawValue)
        return language.text(.answerContactChanged, [.person: people.name(of: self, in: language), .state: state])
    }

    /// What `contacts remove` answers, line by line; another of `people` with the same name is told apart.
    func forgottenLines(among people: [ContactView] = [], in language: Language) -> [String] {
        let forgot = language.text(.answerContactForgot, [.person: people.name(of: self, in: language)])
        return consent == .unsubscribed ? [forgot, language.text(.answerContactStopped)] : [forgot]
    }
}

/// The addresses and the language of a contact.
struct ContactOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Their e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Their telephone number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("An https address that is told as well, signed.", valueName: "url"))
    var webhook: String?

    @Option(
        help: ArgumentHelp(
            "Their language: en, zh-Hant or zh-Hans; of a new contact yours, where none is given.",
            valueName: "tag"
        ),
        transform: { try LanguageTag(argument: $0) }
    )
    var language: LanguageTag?

    /// Returns the request; an option that is not given keeps the known value, and a new contact is written to in
    /// the person's own language.
    func request(named name: String, insteadOf known: ContactRequest? = nil) -> ContactRequest {
        ContactRequest(
            name: name,
            email: email ?? known?.email,
            phone: phone ?? known?.phone,
            webhook: webhook ?? known?.webhook,
            language: language?.text
        )
    }
}
