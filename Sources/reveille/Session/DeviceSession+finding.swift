import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// The pair that somebody means; see ``PartnerChoice``.
    func pair(_ text: String?) async throws -> KnownPair {
        let pairs = await device.profile.pairs.filter(\.isActive)
        return try PartnerChoice(pairs: pairs, profileFlag: profileFlag).pair(text)
    }

    /// The alarm that somebody means by its id, or by the id's first characters.
    func alarm(_ text: String) async throws -> AlarmID {
        if let id = AlarmID(text) { return id }
        // The relay lists what may still ring; what has ended is remembered here for a while.
        let pending = try await device.list().map(\.view.id)
        let profile = await device.profile
        switch Abbreviation(text, among: pending + profile.outgoing.map(\.id) + profile.incoming.map(\.id)) {
        case .name(let id): return id
        case .ambiguous: throw CommandFailure("Several ids of alarms begin with \(text.asForeign). Type more of it.")
        case .unknown:
            throw CommandFailure(
                "There is no alarm \(text.asForeign). See 'reveille alarm list\(profileFlag)' for their ids."
            )
        }
    }
}
