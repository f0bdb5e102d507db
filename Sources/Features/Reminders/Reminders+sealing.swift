package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Reminders {
    /// How often one person's devices may seal words again: each reminder of a full family within an hour.
    private static let sealingsPerHour = ReminderLimits.open + ReminderLimits.completed
    /// 4 times as often within a day.
    private static let sealingsPerDay = 4 * sealingsPerHour

    /// Replaces the sealed words of a reminder by the same words for its people as they are now; for its creator or a
    /// parent.
    ///
    /// Words for members whom the caller could not seal for stay; those for people who have left go.
    ///
    /// - Throws: the problems `not-found`, `not-allowed`, `malformed`, `quota-exceeded`, and `conflict` where the words
    ///   are others than the caller has read.
    package func sealAgain(_ id: ReminderID, _ words: ResealedWords, by device: Device) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        let details = asked.body.reminder.details
        guard details.sealed[device.person] == words.replaces, words.replaces != nil || details.isClear else {
            throw Problem(.conflict, detail: "the words have changed meanwhile: load the reminder again")
        }
        let (member, roster) = (asked.member, asked.roster)
        guard words.sealed.keys.allSatisfy({ roster.member($0) != nil }) else {
            throw Problem(.malformed, detail: "words are sealed for members of the family only", pointer: "/sealed")
        }
        let kept = details.sealed.filter { roster.member($0.key) != nil }
        let sealed = kept.merging(words.sealed) { $1 }
        try Problem.mapping { () throws(ReminderError) in
            try asked.body.reminder.sealAgain(sealed, by: member)
        }
        try tx.count(
            as: "sealings",
            under: "reminder-words/\(device.person)",
            perHour: Self.sealingsPerHour,
            perDay: Self.sealingsPerDay
        ) { most, unit in
            Problem(.quotaExceeded, detail: "words may be sealed again \(most) times \(unit): wait a while")
        }
        try save(asked.body)
        tx.commitEffects.persons.formUnion(roster.members.map(\.person))
        return try show(asked.body, to: device)
    }
}
