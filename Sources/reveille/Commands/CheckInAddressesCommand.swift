import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille checkin addresses`: the person's own addresses, at which they are warned of a deadline.
struct CheckInAddressesCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "addresses",
        abstract: "Be warned at your own e-mail address or telephone number as well.",
        discussion: """
            Each address is asked by one message. Once you have agreed there, every warning of a deadline comes to it as to your \
            devices, with a link by which you check in. What is not given stays as it is; without an option the addresses are \
            shown.
            """
    )

    @Option(help: ArgumentHelp("Your own e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Your own telephone number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether you are called at your number as well, 2 min after the last warning."
    )
    var calls: Bool?

    @Flag(help: "Have the relay forget both.")
    var remove = false

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        if remove {
            try await session.device.removeOwnAddresses()
            guard !output.json else { return Terminal.say(NoContent().json) }
            return Terminal.say(session.language.text(.listAddressNone))
        }
        let known = try await addresses(of: session)
        guard email != nil || phone != nil || calls != nil else {
            if output.json { return Terminal.say(known?.json ?? NoContent().json) }
            guard let known else { return Terminal.say(session.language.text(.listAddressNone)) }
            return show(known, in: session)
        }
        if known == nil, try await session.knownCheckIns()?.settings.isUnnamed ?? true {
            let command = "reveille checkin plan\(session.profileFlag) --name NAME"
            throw CommandFailure(session.language.text(.answerAddressUnnamed, [.link: command]))
        }
        let view = try await session.device.setOwnAddresses(
            OwnAddresses(
                email: email ?? known?.contact.email,
                phone: phone ?? known?.contact.phone,
                calls: calls ?? known?.contact.calls ?? false,
                language: session.language.tag
            )
        )
        guard !output.json else { return Terminal.say(view.json) }
        show(view, in: session)
    }

    private func addresses(of session: DeviceSession) async throws -> ContactView? {
        do {
            return try await session.device.ownAddresses()
        } catch {
            guard error.problemKind == .notFound else { throw error }
            return nil
        }
    }

    private func show(_ view: ContactView, in session: DeviceSession) {
        for line in view.ownAddressLines(session.readersClock) { Terminal.say(line) }
        for line in view.ownTroubleLines(in: session.language) { Terminal.say(line) }
    }
}

extension ContactView {
    /// Which of the last messages to the person's own addresses did not arrive, or may not have, and why in plain words,
    /// each in a line.
    func ownTroubleLines(in language: Language) -> [String] {
        trouble.map { trouble in
            let sentence = language.text(
                trouble.mayHaveArrived ? .listAddressTroubleMaybe : .listAddressTrouble,
                [.medium: StatusText.name(of: trouble.medium, in: language)]
            )
            return sentence + language.told(because: trouble.reason)
        }
    }

    /// How the person's own addresses stand, and why nothing can be sent to them at present, each in a line.
    func ownAddressLines(_ clock: LocalClock) -> [String] {
        let language = clock.language
        let given = [(contact.email, Destination.Medium.email), (contact.phone, .sms)]
        var lines: [String] = []
        for case (let address?, let medium) in given {
            let delay = delayed.first { $0.medium == medium }
            let isMissing = unreached.contains(medium) || delay != nil
            let state: TextKey =
                switch (consent, agreed.contains(medium)) {
                case (.unsubscribed, _): .listAddressUnsubscribed
                case (_, true): isMissing ? .listAddressAgreed : .listAddressWarned
                case (_, false): isMissing || waiting.contains(medium) ? .listAddressAsked : .listAddressAskedLink
                }
            lines.append(language.text(state, [.words: address.asForeign]))
            guard consent != .unsubscribed else { continue }
            if isMissing {
                lines.append(delay?.line(clock) ?? StatusText.lack(of: medium, in: language))
            } else if waiting.contains(medium) {
                lines.append(StatusText.waiting(for: medium, in: language))
            }
        }
        guard contact.calls, consent != .unsubscribed else { return lines }
        if !agreed.contains(.call) {
            let number = contact.phone?.asForeign ?? language.text(.listPhoneOwn)
            lines.append(language.text(.listAddressCallsAsked, [.words: number]))
        } else if agreed.contains(.sms), consent == .confirmed {
            lines.append(
                unreached.contains(.call)
                    ? language.text(.listAddressCallsLack)
                    : delayed.first { $0.medium == .call }?.line(clock)
                        ?? language.text(.listAddressCalls)
            )
        }
        return lines
    }
}
