import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

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
            FormerPartner(name: pair.partnerName, endedAt: pair.endedAt.map { clock.text($0) })
        }
        return PartnerChoice(pairs: pairs.filter(\.isActive), former: former, profileFlag: profileFlag)
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
        case .ambiguous(let ids): throw CommandFailure(several: ids, of: "alarms", beginWith: text)
        case .unknown:
            throw CommandFailure(
                "There is no alarm \(text.asForeign). See 'reveille alarm list\(profileFlag)' for their ids."
            )
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
    func contact(_ text: String) async throws -> ContactView {
        let contacts = try await device.contacts()
        let named = contacts.called(text, \.contact.name)
        if let first = named.first, named.count == 1 { return first }
        switch Abbreviation(text, among: contacts.map(\.id)) {
        case .name(let id):
            if let found = contacts.first(where: { $0.id == id }) { return found }
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: "contacts", beginWith: text)
        case .unknown: break
        }
        throw CommandFailure(
            named.isEmpty
                ? "There is no contact \(text.asForeign). See 'reveille contacts list\(profileFlag)'."
                : "Several contacts are called \(text.asForeign). Use the id; see 'reveille contacts list\(profileFlag)'."
        )
    }
}

extension CommandFailure {
    /// Says that an alarm is none of this person's.
    ///
    /// - Parameters:
    ///   - id: what was typed for it.
    ///   - profileFlag: the flag that a suggested command needs to use the same device.
    init(noAlarm id: String, _ profileFlag: String) {
        self.init(
            """
            There is no alarm \(id.asForeign) that you have set or that rings for you, or it ended long ago. See \
            'reveille alarm list\(profileFlag)' for the ids.
            """
        )
    }

    /// Says of an alarm that this device cannot move who can, and what else can be done; nil for any other error.
    ///
    /// - Parameters:
    ///   - id: what was typed for it.
    ///   - alarm: the alarm; nil where the relay does not show it.
    ///   - error: why it was not moved.
    ///   - profileFlag: the flag that a suggested command needs to use the same device.
    init?(move id: String, of alarm: AlarmListing?, refusedBy error: DeviceError, _ profileFlag: String) {
        switch error {
        case .unknownAlarm: break
        case .refused(let problem, _) where problem.kind == .notFound: break
        default: return nil
        }
        guard let view = alarm?.view else {
            self.init(noAlarm: id, profileFlag)
            return
        }
        let take = "'reveille alarm cancel\(profileFlag) \(view.id)'"
        if view.preset != nil {
            self.init("This alarm rings for something else, such as a reminder: change that, and it follows.")
        } else if view.direction == .outgoing {
            self.init("You have set this alarm on another device: move it there, or take it back here with \(take).")
        } else {
            let name = alarm?.partnerName?.asForeign ?? "your partner"
            self.init(
                """
                Only \(name), who has set this alarm, can move it. You can decline it with \(take), or put it off when \
                it rings, with 's' in 'reveille listen\(profileFlag)'.
                """
            )
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
    var sentence: String {
        "The pair with \(name.asForeign) has ended\(endedAt.map { ", as this device knows since \($0)" } ?? "")."
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

    /// Returns the pair for `text`; for nil the only pair.
    func pair(_ text: String?) throws(CommandFailure) -> KnownPair {
        guard let first = pairs.first else {
            let ended = text.flatMap { text in former.called(text, \.name).last } ?? former.last
            throw CommandFailure(
                "\(ended?.sentence ?? "There is no partner yet.") Pair with 'reveille pair new\(profileFlag)'."
            )
        }
        guard let text else {
            guard pairs.count == 1 else {
                throw CommandFailure("Which partner? Name one with --to: \(names).", exitCode: .validationFailure)
            }
            return first
        }
        let named = pairs.called(text, \.partnerName)
        if let only = named.first, named.count == 1 { return only }
        guard named.isEmpty else {
            throw CommandFailure(
                "Several partners are called \(text.asForeign). Give the pair's id, from 'reveille pair list\(profileFlag)'."
            )
        }
        switch Abbreviation(text, among: pairs.map(\.id)) {
        case .name(let id): return pairs.first { $0.id == id } ?? first
        case .ambiguous(let ids): throw CommandFailure(several: ids, of: "pairs", beginWith: text)
        case .unknown:
            let ended = former.called(text, \.name).last?.sentence
            throw CommandFailure("\(ended ?? "There is no partner \(text.asForeign).") There are: \(names).")
        }
    }

    private var names: String { pairs.map { $0.partnerName.asForeign }.joined(separator: ", ") }
}
