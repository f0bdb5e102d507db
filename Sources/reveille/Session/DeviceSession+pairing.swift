import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import Logging
import QRCode
import RelayServer
import Wording

extension DeviceSession {
    /// Registers the device with its relay, if it is not registered.
    ///
    /// - Parameters:
    ///   - code: an enrolment code; nil tries without one, then with the data of a relay on this machine.
    ///   - mentionsInvites: whether the device could be registered by a partner's invite instead.
    /// - Throws: `CommandFailure` that says where to get a code, or what went wrong.
    func register(code: String?, mentionsInvites: Bool = true) async throws {
        if let code {
            try await device.register(ticket: .enrolment(code: code))
            return
        }
        guard try await isRefusedWithoutTicket() else { return }
        let relay = await device.profile.relay
        guard let enrolment = LocalEnrolment(for: relay, environment: environment) else {
            let invite = mentionsInvites ? "; or accept a partner's invite with 'reveille join\(profileFlag) CODE'" : ""
            // A relay at such an address is on this machine, and may be the reader's own.
            let step = Origin.loopbackHosts.contains(relay.host) ? "\(LocalEnrolment.hint) Otherwise ask" : "Ask"
            throw CommandFailure(
                """
                The relay \(relay) takes no new device without a code or an invite. \(step) its operator for a code, \
                made with 'reveille enroll' on the relay's machine, and give it with --enroll CODE\(invite).
                """
            )
        }
        try await device.register(ticket: .enrolment(code: enrolment.code()))
    }

    /// Registers without a ticket, and returns whether the relay requires one.
    private func isRefusedWithoutTicket() async throws -> Bool {
        do {
            try await device.register()
            return false
        } catch {
            guard error.problemKind == .registrationClosed else { throw error }
            return true
        }
    }

    /// The pause between two questions whether the partner has taken the next step: 500 ms.
    static let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(500)) }

    /// Ends pairings of an earlier `reveille pair new` or `reveille device link`: saves completed ones, cancels others.
    ///
    /// The code of a cancelled one is no longer shown, and a device may have few invites open.
    ///
    /// - Parameter say: takes a sentence for each one that was completed.
    /// - Throws: ``DeviceError`` where the profile cannot be changed.
    func settlePairings(saying say: (String) -> Void = { Terminal.say($0) }) async throws {
        for invite in await device.profile.invites {
            if invite.purpose == .device {
                if let linked = try? await device.checkLinked(invite.inviteID) {
                    say(language.text(.answerCodeEarlierDevice, [.words: linked.name.asForeign]))
                } else {
                    await device.abandonPairing(invite.inviteID)
                }
            } else if invite.recipient != nil {
                // It waits for days, and is taken back by 'care invitations --cancel' alone.
                continue
            } else if invite.purpose.circleKind != nil {
                if let joined = try? await device.checkAdmitted(invite.inviteID) {
                    say(language.text(.answerCodeEarlierCircle, [.state: joined.role.words(in: language)]))
                } else {
                    await device.abandonPairing(invite.inviteID)
                }
            } else if let pair = try? await device.checkActive(invite.inviteID) {
                say(language.text(.answerCodeEarlierPair, [.person: pair.partnerName.asForeign]))
            } else {
                await device.abandonPairing(invite.inviteID)
            }
        }
    }

    /// Shows the code of an invite as QR symbol, text and link; a symbol that is in a file is not drawn.
    func show(_ invite: InviterPairing, symbolIn file: String? = nil) throws {
        if let file {
            Terminal.say(language.text(.answerCodeFile, [.link: file]))
        } else {
            for line in try QRCode(invite.link.qrText).terminalLines { Terminal.say(line) }
        }
        Terminal.say(language.text(.answerCodeText, [.words: invite.code.formatted]))
        Terminal.say(language.text(.answerCodeLink, [.link: invite.link.url]))
    }

    /// Leads a person through the pairing by a code of this device; returns the pair.
    @discardableResult
    func lead(_ invite: InviterPairing, symbolIn file: String? = nil) async throws -> KnownPair {
        try show(invite, symbolIn: file)
        Terminal.say(language.text(.answerCodeAlone, [.time: readersClock.text(invite.expiresAt)]))
        // On a line of its own, so that it can be copied.
        Terminal.say(language.text(.answerCodeThere))
        Terminal.say("  reveille join \(await argument(for: invite))")
        Terminal.say(language.text(.answerCodeWaitPartner))
        let partner = try await device.awaitAnswer(invite.inviteID, pause: Self.pause)
        Terminal.say(language.text(.answerCodeSees, [.person: partner.asForeign]))
        try await confirm(invite.inviteID, asking: language.text(.answerCodeDigitsPartner))
        Terminal.say(language.text(.answerCodeRight, [.person: partner.asForeign]))
        let pair = try await device.awaitActive(invite.inviteID, pause: Self.pause)
        Terminal.say(language.text(.answerCodePaired, [.person: pair.partnerName.asForeign]))
        return pair
    }

    /// Reads the digits that the other device shows, with at most three tries.
    ///
    /// - Parameters:
    ///   - invite: the invite.
    ///   - question: what to ask.
    ///   - keepsInvite: whether the invite stays open when no digits are entered.
    ///   - isAside: whether to ask at standard error, because standard output is for JSON.
    /// - Throws: `CommandFailure` when no digits are entered; the invite is then cancelled unless it is kept.
    func confirm(
        _ invite: InviteID,
        asking question: String,
        keepsInvite: Bool = false,
        aside isAside: Bool = false
    ) async throws {
        let audience: PairingAudience = isAside ? .aside(question: question) : .person(question: question)
        try await confirm(invite, with: audience, keepsInvite: keepsInvite)
    }

    /// Reads the digits as ``confirm(_:asking:keepsInvite:aside:)`` does, from a person or from a script.
    func confirm(_ invite: InviteID, with audience: PairingAudience, keepsInvite: Bool = false) async throws {
        let dialogue = Dialogue()
        var triesLeft = InviterPairing.tries
        while true {
            guard let digits = await audience.digits(triesLeft: triesLeft, in: dialogue) else {
                guard !keepsInvite else { throw CommandFailure(language.text(.listInviteUntyped)) }
                await device.abandonPairing(invite)
                throw CommandFailure(language.text(.listInviteUntypedOver))
            }
            // A slip of the Enter key costs no try: three wrong digits end the pairing.
            guard digits.filter(\.isNumber).count == 6, digits.allSatisfy({ $0.isNumber || " -\t".contains($0) }) else {
                audience.say(language.notSixDigits)
                continue
            }
            do {
                try await device.confirm(invite, digits: digits)
                return
            } catch {
                guard case .pairing(.wrongDigits(let left)) = error else { throw error }
                triesLeft = left
                audience.say(language.wrongDigits(triesLeft: left))
            }
        }
    }
}

/// Lets the operator of a relay on this machine register devices without copying codes.
///
/// A user who may write the relay's database can create enrolment codes with `reveille enroll` anyway.
struct LocalEnrolment {
    /// What the operator does where the data were not found.
    static let hint = """
        If you run it, say where its data lie, and the command makes a code by itself: put REVEILLE_DATA=FOLDER before \
        the command, with the folder that 'reveille serve --data' was given.
        """

    private let configuration: RelayConfiguration

    /// Finds the relay's data; nil where the relay is on another machine, or this user may not write the database.
    init?(for relay: Origin, environment: [String: String]) {
        guard Origin.loopbackHosts.contains(relay.host),
            var configuration = try? RelayConfiguration(environment: environment),
            configuration.files.allSatisfy(FileManager.default.isWritableFile)
        else { return nil }
        configuration.logLevel = .error
        self.configuration = configuration
    }

    /// Creates a code.
    func code() async throws -> String {
        try await enrollDevice(configuration: configuration).text
    }
}
