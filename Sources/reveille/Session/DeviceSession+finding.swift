import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

extension DeviceSession {
    /// Returns the pair for a text; see ``PartnerChoice``.
    ///
    /// Where the text leaves a choice, the relay is asked first: the other side may have ended a pair meanwhile.
    func pair(_ text: String?) async throws -> KnownPair {
        do {
            return try await choice().pair(text)
        } catch {
            _ = try? await device.refreshPairs()
            return try await choice().pair(text)
        }
    }

    private func choice() async -> PartnerChoice {
        let pairs = await device.profile.pairs
        let former = pairs.filter { !$0.isActive }.map { pair in
            FormerPartner(name: pair.partnerName, endedAt: pair.endedAt.map { readersClock.text($0) })
        }
        return PartnerChoice(
            pairs: pairs.filter(\.isActive),
            former: former,
            profileFlag: profileFlag,
            language: language
        )
    }

    /// The alarms that this device remembers, ended ones among them, which a command may name as well.
    var rememberedAlarms: [AlarmID] {
        get async {
            let profile = await device.profile
            return profile.outgoing.map(\.id) + profile.incoming.map(\.id)
        }
    }

    /// Returns the alarm with this identifier or these first characters of it.
    func alarm(_ text: String) async throws -> AlarmID {
        if let id = AlarmID(text) { return id }
        // The relay lists alarms that may still ring; the device remembers ended ones for a while.
        let pending = try await device.list().map(\.view.id)
        switch Abbreviation(text, among: pending + (await rememberedAlarms)) {
        case .name(let id): return id
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsAlarms, beginWith: text, in: language)
        case .unknown:
            throw CommandFailure(.answerNoAlarm, text, listedBy: "reveille alarm list\(profileFlag)", in: language)
        }
    }

    /// Returns an alarm as the relay shows it; nil for one that is not this person's, or of a pair that has ended.
    func shown(_ id: AlarmID) async throws(DeviceError) -> AlarmListing? {
        do {
            return try await device.show(id)
        } catch {
            guard error.problemKind == .notFound || error.problemKind == .gone else { throw error }
            return nil
        }
    }

    /// Returns the contact with this name or these first characters of its identifier.
    func contact(_ text: String, among contacts: [ContactView]) throws(CommandFailure) -> ContactView {
        let named = contacts.called(text, \.contact.name)
        if let first = named.first, named.count == 1 { return first }
        switch Abbreviation(text, among: contacts.map(\.id)) {
        case .name(let id):
            if let found = contacts.first(where: { $0.id == id }) { return found }
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsContacts, beginWith: text, in: language)
        case .unknown: break
        }
        throw CommandFailure(
            named.isEmpty ? .answerNoContact : .answerNoContactSingle,
            text,
            listedBy: "reveille contacts list\(profileFlag)",
            in: language
        )
    }
}

extension CommandFailure {
    /// Says that an alarm is none of this person's.
    ///
    /// - Parameters:
    ///   - id: what was typed for it.
    ///   - profileFlag: the flag that a suggested command needs to use the same device.
    ///   - language: the reader's.
    init(noAlarm id: String, _ profileFlag: String, in language: Language) {
        self.init(.answerNoAlarmOwn, id, listedBy: "reveille alarm list\(profileFlag)", in: language)
    }

    /// Says that nothing is called, or begins, as was typed, or that several things are.
    ///
    /// - Parameters:
    ///   - key: says so.
    ///   - text: what was typed.
    ///   - command: lists what there is.
    ///   - language: the reader's.
    init(_ key: TextKey, _ text: String, listedBy command: String, in language: Language) {
        self.init(language.text(key, [.words: text.asForeign, .link: command]))
    }

    /// Says of an alarm that this device cannot move who can, and what else can be done; nil for any other error.
    ///
    /// - Parameters:
    ///   - id: what was typed for it.
    ///   - alarm: the alarm; nil where the relay does not show it.
    ///   - error: why it was not moved.
    ///   - profileFlag: the flag that a suggested command needs to use the same device.
    ///   - language: the reader's.
    init?(
        move id: String,
        of alarm: AlarmListing?,
        refusedBy error: DeviceError,
        _ profileFlag: String,
        in language: Language
    ) {
        switch error {
        case .unknownAlarm: break
        case .refused(let problem, _) where problem.kind == .notFound: break
        default: return nil
        }
        guard let view = alarm?.view else {
            self.init(noAlarm: id, profileFlag, in: language)
            return
        }
        var values = [Placeholder.link: "reveille alarm cancel\(profileFlag) \(view.id)"]
        if view.preset != nil {
            self.init(language.text(.answerMoveOther))
        } else if view.direction == .outgoing {
            self.init(language.text(.answerMoveDevice, values))
        } else {
            values[.person] = alarm?.partnerName?.asForeign ?? language.text(.listenPartner)
            (values[.title], values[.words]) = ("s", "reveille listen\(profileFlag)")
            self.init(language.text(.answerMovePartner, values))
        }
    }
}

/// The partner of a pair that has ended.
struct FormerPartner {
    /// The partner's name.
    let name: String
    /// The time at which this device learnt of the end, for a person to read.
    let endedAt: String?

    /// That the pair has ended, as a sentence.
    func sentence(in language: Language) -> String {
        var values = [Placeholder.person: name.asForeign]
        guard let endedAt else { return language.text(.answerPairEnded, values) }
        values[.time] = endedAt
        return language.text(.answerNoPartnerEnded, values)
    }
}

/// Finds a pair by the partner's name or by the first characters of the pair's identifier.
struct PartnerChoice {
    /// The pairs to choose from.
    let pairs: [KnownPair]
    /// The partners of pairs that have ended, in the order in which they were made.
    let former: [FormerPartner]
    /// The flag that a suggested command needs to use the same device.
    let profileFlag: String
    /// The reader's language.
    let language: Language

    /// Returns the pair for `text`; for nil the only pair.
    func pair(_ text: String?) throws(CommandFailure) -> KnownPair {
        guard let first = pairs.first else {
            let ended = text.flatMap { text in former.called(text, \.name).last } ?? former.last
            throw CommandFailure(
                language.joining(
                    ended?.sentence(in: language) ?? language.text(.answerNoPartnerYet),
                    language.text(.answerNoPartnerPair, [.link: "reveille pair new\(profileFlag)"])
                )
            )
        }
        guard let text else {
            guard pairs.count == 1 else {
                throw CommandFailure(
                    language.text(.answerNoPartnerWhich, [.link: "--to", .words: names]),
                    exitCode: .validationFailure
                )
            }
            return first
        }
        let named = pairs.called(text, \.partnerName)
        if let only = named.first, named.count == 1 { return only }
        guard named.isEmpty else {
            throw CommandFailure(
                .answerNoPartnerSingle,
                text,
                listedBy: "reveille pair list\(profileFlag)",
                in: language
            )
        }
        switch Abbreviation(text, among: pairs.map(\.id)) {
        case .name(let id): return pairs.first { $0.id == id } ?? first
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsPairs, beginWith: text, in: language)
        case .unknown:
            let ended = former.called(text, \.name).last?.sentence(in: language)
            throw CommandFailure(
                language.joining(
                    ended ?? language.text(.answerNoPartner, [.words: text.asForeign]),
                    language.text(.answerNoPartnerOthers, [.words: names])
                )
            )
        }
    }

    private var names: String { language.listing(pairs.map(\.partnerName.asForeign)) }
}
