import AlarmCore
import AlarmWire
import DeviceKit

extension OutputOptions {
    /// Shows a circle: as JSON for a script, as a table of its people for a person.
    func show(_ circle: CircleView, in session: DeviceSession) {
        guard !json else { return Terminal.say(circle.json) }
        Terminal.say("\(circle.name.asForeign), a \(circle.kind.words) since \(session.clock.text(circle.since))")
        var table = TextTable(["NAME", "ROLE", "SINCE", "TOLD", "MAY", "ID"])
        for member in circle.members {
            let permissions = member.permissions?.sorted().map(\.rawValue).joined(separator: " ") ?? ""
            table.add([
                member.words, member.role.rawValue, session.clock.text(member.since),
                member.priority.map { "\($0)" } ?? "", permissions, "\(member.person)",
            ])
        }
        Terminal.say(table)
    }
}

extension CircleMemberView {
    /// What they are called in a sentence.
    var words: String {
        isSelf ? "you" : displayName?.asForeign ?? "\(person)"
    }
}
