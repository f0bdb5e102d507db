import AlarmCore
import AlarmWire
import DeviceKit
import Wording

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
        for news in circle.news { Terminal.say(news.sentence(session.clock, in: circle)) }
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

    /// What a dweller lets the user know at once, and when the user is told; nil for others, and for the dweller.
    func placeSentence(in language: Language) -> String? {
        guard isSelf, role == .member, let permissions else { return nil }
        let kinds = CareSignal.Kind.allCases.filter { permissions.contains(.alert($0)) }
        guard !kinds.isEmpty else { return language.text(.listCareToldNone) }
        let names = kinds.map { kind in
            TextKey(rawValue: "list.signal.\(kind.rawValue)").map { language.text($0) } ?? kind.rawValue
        }
        let listed = names.joined(separator: language == .english ? ", " : "、")
        return language.text(.listCareTold, [.words: listed, .count: "\(priority ?? 1)"])
    }

    /// The name of the member on a terminal.
    var shownName: String { displayName?.asForeign ?? String(person.description.prefix(8)) }
}

extension FamilyNews {
    /// Returns what has changed, and what became of reminders with it; whoever is in the `circle` has the name that its
    /// table has.
    func sentence(_ clock: LocalClock, in circle: CircleView? = nil) -> String {
        let member = circle?.members.first { $0.person == person }
        guard member?.isSelf != true else { return "You are a parent since \(clock.text(at))." }
        let who = member?.words ?? name?.asForeign ?? "Somebody"
        guard kind == .left else { return "\(who) is a parent since \(clock.text(at))." }
        var parts = ["\(who) is not in it any more since \(clock.text(at))"]
        if handedOver > 0 {
            parts.append("\(Self.count(handedOver)) passed on to \(heir?.asForeign ?? "another parent")")
        }
        if deleted > 0 { parts.append("\(Self.count(deleted)) deleted") }
        if places > 0 {
            parts.append(places == 1 ? "a place is not watched any more" : "\(places) places are not watched any more")
        }
        return parts.joined(separator: "; ") + "."
    }

    private static func count(_ number: Int) -> String {
        number == 1 ? "1 open reminder was" : "\(number) open reminders were"
    }
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
    var names: String { names(in: .english) }

    /// The names of the members in a sentence of `language`.
    func names(in language: Language) -> String {
        let names = map(\.shownName)
        guard language == .english else { return names.joined(separator: "、") }
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

extension CirclePlaceChange {
    /// The change in a sentence.
    func sentence(in language: Language) -> String {
        switch self {
        case .out(let circle): language.text(.listCareOut, [.circle: circle.asForeign])
        case .madeParent(let circle): language.text(.listenCircleParentYou, [.circle: circle.asForeign])
        case .toldMore(let circle): language.text(.listenCircleToldMore, [.circle: circle.asForeign])
        }
    }
}
