import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OutputOptions {
    /// Shows a circle: as JSON for a script, as a table of its people for a person.
    func show(_ circle: CircleView, in session: DeviceSession) {
        guard !json else { return Terminal.say(circle.json) }
        let clock = session.readersClock
        for line in circle.headLines(clock) { Terminal.say(line) }
        Terminal.say(circle.table(clock))
        for sentence in circle.members.compactMap({ $0.alertsSentence(clock) }) { Terminal.say(sentence) }
        for news in circle.news { Terminal.say(news.sentence(clock, in: circle)) }
    }
}

extension CircleView {
    /// What it is called, what it is and since when, and a family's settings, for the reader of `clock`.
    func headLines(_ clock: LocalClock) -> [String] {
        let language = clock.language
        let values: [Placeholder: String] = [
            .circle: name.asForeign, .words: kind.words(in: language), .time: clock.text(since),
        ]
        let head = language.text(.answerCircleHead, values)
        return kind == .family ? [head, settings(in: language)] : [head]
    }

    /// A family's settings, in two sentences.
    private func settings(in language: Language) -> String {
        let limit = [Placeholder.duration: language.chosen(snoozeLimit)]
        return language.joining(
            language.text(snoozeLimit == .zero ? .answerCircleSnoozeNone : .answerCircleSnooze, limit),
            language.text(relayMayReadTitles ? .answerCircleTitlesReadable : .answerCircleTitlesSealed)
        )
    }

    /// Its people, for the reader of `clock`; what each may know is written as `circle member --permit` takes it.
    func table(_ clock: LocalClock) -> TextTable {
        let language = clock.language
        var table = TextTable(["NAME", "ROLE", "SINCE", "TOLD", "MAY", "ID"], in: language)
        for member in members {
            let permissions = member.permissions?.sorted().map(\.rawValue).joined(separator: " ") ?? ""
            table.add([
                member.words(in: language), member.role.words(in: language), clock.text(member.since),
                member.priority.map { "\($0)" } ?? "", permissions, "\(member.person)",
            ])
        }
        return table
    }

    /// Its line in the list of a person's circles.
    func row(_ clock: LocalClock) -> [String] {
        let language = clock.language
        return [
            name.asForeign, kind.words(in: language),
            members.first(where: \.isSelf)?.role.words(in: language) ?? "", "\(members.count)", clock.text(since),
            "\(id)",
        ]
    }

    /// Whether the circle is a family that has others, and no parent but the caller.
    var endsWithCaller: Bool {
        let parents = members.filter { $0.role == .parent }
        return kind == .family && members.count > 1 && parents.count == 1 && parents[0].isSelf
    }
}

extension CircleMemberView {
    /// The name of the member in a sentence, or “you”.
    func words(in language: Language) -> String {
        isSelf ? language.text(.listenYou) : displayName?.asForeign ?? "\(person)"
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
        let language = clock.language
        let member = circle?.members.first { $0.person == person }
        let who = member?.words(in: language) ?? name?.asForeign ?? language.text(.listenSomebody).capitalizedAtStart
        let values: [Placeholder: String] = [.person: who, .time: clock.text(at)]
        guard member?.isSelf != true else { return language.text(.answerCircleParentYou, values) }
        guard kind == .left else { return language.text(.answerCircleParent, values) }
        var parts = [language.text(.answerCircleGone, values)]
        if handedOver > 0 {
            let heir = [Placeholder.person: heir?.asForeign ?? language.text(.answerCircleHeir)]
            parts.append(language.text(.answerCirclePassed, .answerCirclePassedSeveral, for: handedOver, heir))
        }
        if deleted > 0 { parts.append(language.text(.answerCircleDeleted, .answerCircleDeletedSeveral, for: deleted)) }
        if places > 0 { parts.append(language.text(.answerCirclePlace, .answerCirclePlaceSeveral, for: places)) }
        return language == .english ? parts.joined(separator: "; ") + "." : parts.joined(separator: "；") + "。"
    }
}

extension Circle.Kind {
    /// The name of the kind of circle in a sentence.
    func words(in language: Language) -> String { language.word("circle", rawValue) }
}

extension Role {
    /// The name of the role in a sentence.
    func words(in language: Language) -> String { language.word("role", rawValue) }
}

extension [CircleMemberView] {
    /// The names of the members in a sentence of `language`, as in `Ana, Ben and Kim`.
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
