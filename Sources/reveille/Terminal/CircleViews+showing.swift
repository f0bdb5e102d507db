import AlarmCore
import AlarmWire
import DeviceKit

extension OutputOptions {
    /// Shows a circle: as JSON for a script, as a table of its people for a person.
    func show(_ circle: CircleView, in session: DeviceSession) {
        guard !json else { return Terminal.say(circle.json) }
        Terminal.say("\(circle.name.asForeign), a \(circle.kind.words) since \(session.clock.text(circle.since))")
        if circle.kind == .family { Terminal.say(circle.settings) }
        var table = TextTable(["NAME", "ROLE", "SINCE", "TOLD", "MAY", "ID"])
        for member in circle.members {
            let permissions = member.permissions?.sorted().map(\.rawValue).joined(separator: " ") ?? ""
            table.add([
                member.words, member.role.rawValue, session.clock.text(member.since),
                member.priority.map { "\($0)" } ?? "", permissions, "\(member.person)",
            ])
        }
        Terminal.say(table)
        for sentence in circle.members.compactMap({ $0.alertsSentence(session.clock) }) { Terminal.say(sentence) }
    }
}

extension CircleView {
    /// A family's settings, as a sentence.
    fileprivate var settings: String {
        let limit =
            snoozeLimit == .zero
            ? "Its reminders cannot be put off" : "Its reminders can be put off until \(snoozeLimit) past their time"
        return "\(limit). Their titles are \(relayMayReadTitles ? "readable by the relay" : "sealed")."
    }

    /// Whether the circle is a family that has others, and no parent but the caller.
    var endsWithCaller: Bool {
        let parents = members.filter { $0.role == .parent }
        return kind == .family && members.count > 1 && parents.count == 1 && parents[0].isSelf
    }
}

extension CircleMemberView {
    /// The name of the circle in a sentence.
    var words: String {
        isSelf ? "you" : displayName?.asForeign ?? "\(person)"
    }

    /// The name of the member on a terminal.
    var shownName: String { displayName?.asForeign ?? String(person.description.prefix(8)) }
}

extension Circle.Kind {
    /// The name of the kind of circle in a sentence.
    var words: String {
        switch self {
        case .family: "family"
        case .care: "care circle"
        }
    }
}

extension [CircleMemberView] {
    /// The names of the members in a sentence, as in `Ana, Ben and Kim`.
    var names: String {
        let names = map(\.shownName)
        guard let last = names.last, names.count > 1 else { return names.first ?? "nobody" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension JoinedCircle {
    /// The membership as JSON, for a script.
    var json: JSONValue {
        .object(of: ["circleId": .identifier(circle), "role": .word(role), "personId": .identifier(person)])
    }
}
