import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import QRCode
import Wording

/// `reveille pair new`: shows a code and asks for the digits on the partner's screen.
struct PairNewCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Show a code for your partner, and wait until they have used it.",
        discussion: """
            Your partner enters the code, scans the QR symbol or opens the link, and then sees six digits. Type those \
            digits here: that proves that it is your partner who has the code, and not somebody who has seen it.

            With --json every step is a line. {"state":"open"} has the code, the link, the QR symbol's content and when \
            they expire; {"state":"answered"} asks for the digits on standard input, and comes again with fewer tries \
            left where they were not right; {"state":"paired"} has the pair; {"state":"ended"} says why there is none. \
            {"state":"interrupted"} means that the relay could not be asked how it ended: the next 'pair new' finds out.
            """
    )

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var ttl: TTLOption

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var symbol: SymbolFileOptions

    @Flag(help: "Write each step as JSON on one line, for scripts.")
    var json = false

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { relay }

    func run(in session: DeviceSession) async throws {
        // Before there is a code that could not be shown.
        try symbol.check()
        try await session.register(code: enroll)
        try await session.settlePairings { json ? Terminal.remark($0) : Terminal.say($0) }
        let name = await name.text(of: session.device.profile, called: session.name, in: session.environment)
        try await session.device.set(displayName: name)
        let invite = try await session.device.createInvite(name: name, ttl: ttl.ttl)
        do {
            try symbol.write(QRCode(invite.link.qrText))
        } catch {
            await session.device.abandonPairing(invite.inviteID)
            throw error
        }
        guard json else {
            let pair = try await session.lead(invite, symbolIn: symbol.file?.path)
            let partners = await session.device.profile.pairs.filter(\.isActive)
            let to = Self.option(naming: pair.partnerName, pair.id, among: partners.map(\.partnerName))
            let command = "reveille alarm send\(session.profileFlag)\(to) --in 10m \"Good morning\""
            return Terminal.say(session.language.text(.answerCodeRing, [.link: command]))
        }
        try await session.tellingEnd(of: invite.inviteID, to: .script) { try await report(invite, in: session) }
    }

    /// The option by which a command in a shell names a partner; empty where there is no other one.
    static func option(naming name: String, _ id: PairID, among names: [String]) -> String {
        guard names.count > 1 else { return "" }
        guard names.count(where: { $0.lowercased() == name.lowercased() }) == 1,
            name.first.map({ $0.isLetter || $0.isNumber }) ?? false, name == name.asForeign, !name.contains("'")
        else { return " --to \(id)" }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
        return isPlain ? " --to \(name)" : " --to '\(name)'"
    }

    /// Goes through the pairing with a script, a line for each step.
    private func report(_ invite: InviterPairing, in session: DeviceSession) async throws {
        Terminal.say(invite.opened(qrFile: symbol.file?.path))
        let partner = try await session.device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
        try await session.confirm(invite.inviteID, with: .script(partner: partner))
        let pair = try await session.device.awaitActive(invite.inviteID, pause: DeviceSession.pause)
        Terminal.say(
            .object(of: [
                "state": "paired", "pairId": .string(pair.id.description), "partner": .string(pair.partnerName),
            ])
        )
    }
}

extension InviterPairing {
    /// The code and all that goes with it, as the first line for a script; `qrFile` has the symbol.
    func opened(qrFile: String? = nil) -> JSONValue {
        .object(of: [
            "state": "open",
            "inviteId": .string(inviteID.description),
            "code": .string(code.formatted),
            "link": .string(link.url),
            "qr": .string(link.qrText),
            "qrFile": qrFile.map(JSONValue.string),
            "expiresAt": .string(expiresAt.iso8601),
        ])
    }
}
