import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille pair`: the commands for pairs, which say who may ring whom.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this device with a partner's, and end that again.",
        subcommands: [PairNewCommand.self, PairAcceptCommand.self, PairListCommand.self, PairRevokeCommand.self]
    )
}

/// `reveille pair accept`: claims the partner's code and shows the digits.
struct PairAcceptCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Enter the code that your partner shows, and let them ring this device.",
        discussion: """
            A device that is new registers with the code. A link names the relay by itself. The steps of --json are those \
            of 'reveille join'.
            """
    )

    @OptionGroup
    var entry: CodeOrLink

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var steps: StepOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { entry.relay(relay) }

    func run(in session: DeviceSession) async throws {
        let audience = steps.audience
        try await session.claim(entry.code, for: .partner, tellingEndTo: audience) { claim in
            try await session.accept(claim, as: name, asking: consent, telling: audience)
        }
    }
}

/// `reveille pair list`: lists the partners of this device.
struct PairListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the partners of this device, ended pairs too.",
        discussion: "Without the relay it lists what this device knows, and says so."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let pairs: [KnownPair]
        let before = await session.device.profile.refusing
        do {
            pairs = try await session.device.refreshPairs()
        } catch {
            guard error.isOutage else { throw error }
            let reason = RefusalText.reason(of: error, in: session.language)
            Terminal.remark(session.language.text(.answerPartnerKnown, [.reason: reason]))
            pairs = await session.device.profile.pairs
        }
        let profile = await session.device.profile
        let (untold, refusing) = (profile.unsentRevocations, profile.refusing)
        let (clock, language) = (session.readersClock, session.language)
        for pair in pairs where pair.isActive && before.contains(pair.id) && !refusing.contains(pair.id) {
            Terminal.remark(language.text(.listenNewsTakesAgain, [.person: pair.partnerName.asForeign]))
        }
        let length = Abbreviation.length(for: pairs.map(\.id))
        output.show(
            pairs,
            orSay: language.text(.answerPartnerNone, [.link: "reveille pair new\(session.profileFlag)"]),
            columns: ["PARTNER", "STATE", "SINCE", "ID"],
            language: language,
            json: { $0.listing(isRelayTold: !untold.contains($0.id), refuses: refusing.contains($0.id)) }
        ) { pair in
            [
                pair.partnerName.asForeign,
                PartnerState(
                    endedAt: pair.endedAt,
                    isRelayTold: !untold.contains(pair.id),
                    refuses: refusing.contains(pair.id)
                ).words(clock),
                clock.date(pair.since), String(pair.id.description.prefix(length)),
            ]
        }
    }
}

/// How a pair stands, as a list shows it.
struct PartnerState {
    /// When this device learnt of the end; nil for an active pair.
    let endedAt: Instant?
    /// Whether the relay knows of an end here.
    let isRelayTold: Bool
    /// Whether the partner takes no alarms of this person's at present.
    let refuses: Bool

    /// The state in a few words, for the reader of `clock`.
    func words(_ clock: LocalClock) -> String {
        let language = clock.language
        let state =
            endedAt.map { language.text(.answerPartnerEnded, [.time: clock.date($0)]) }
            ?? language.text(refuses ? .answerPartnerRefuses : .answerPartnerActive)
        return isRelayTold ? state : language.text(.answerPartnerUntold, [.state: state])
    }
}

extension KnownPair {
    /// The pair as JSON, for a script.
    fileprivate func listing(isRelayTold: Bool, refuses: Bool) -> JSONValue {
        .object(of: [
            "pairId": .string(id.description),
            "partner": .string(partnerName),
            "state": .string(isActive ? "active" : "ended"),
            "since": .string(since.iso8601),
            "endedAt": endedAt.map { .string($0.iso8601) },
            "relayTold": isRelayTold ? nil : false,
            "refuses": refuses ? true : nil,
        ])
    }
}

/// `reveille pair revoke`: ends a pair.
struct PairRevokeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End a pair, at once and for both sides.",
        discussion: """
            Neither side can ring the other afterwards, what is pending is cancelled, and the keys are deleted. Your \
            partner is not asked. Without the relay the pair ends here at once, and there as soon as it can be told. An id \
            that begins with a hyphen goes after --.
            """
    )

    @Argument(help: "Your partner's name, or the first characters of the pair's id.")
    var partner: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    // What waits for a partner is dropped with the pair.
    var sendsOutbox: Bool { false }

    func run(in session: DeviceSession) async throws {
        let pair = try await session.pair(partner)
        let name = pair.partnerName.asForeign
        let language = session.language
        try await consent.require(to: language.text(.answerPairAsk, [.person: name]), in: language)
        let held = await session.alarmsHeldByPhones(of: pair.id)
        let alarms = try await session.device.revoke(pair.id)
        let isTold = await !session.device.profile.unsentRevocations.contains(pair.id)
        guard !output.json else {
            return Terminal.say(
                .object(of: [
                    "pairId": .identifier(pair.id),
                    "cancelled": .array(alarms.map { .identifier($0) }),
                    "isRelayTold": .bool(isTold),
                    "mayRing": held.outgoing + held.incoming > 0 ? true : nil,
                ])
            )
        }
        let end = EndedPair(partner: name, cancelled: alarms.count, isRelayTold: isTold, held: held)
        for line in end.lines(flag: session.profileFlag, language) { Terminal.say(line) }
    }
}
