import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// What changed in this person's circles.
extension Listener {
    /// Says who is in a circle no more, once to each of the others who listens, and to whoever is out of it; then what
    /// else concerns its people: new parents, reminders that were passed on, and being told of more alerts.
    ///
    /// - Parameters:
    ///   - now: the circles.
    ///   - isWaiting: whether a new parent who has no name yet is left for a later look: whoever joins tells it a moment
    ///     after.
    mutating func sayChanges(_ now: [CircleView], waitingForNames isWaiting: Bool = true) async {
        var said = now
        var isNameless = false
        for former in circles {
            guard let circle = now.first(where: { $0.id == former.id }) else {
                // A member who was taken out cannot tell that from the end of the circle.
                tell(
                    ListenerEvent(.circleOut, former.facts),
                    await hasLeft(former.id) ? .listenCircleLeftYou : .listenCircleOut,
                    [.circle: former.name.asForeign]
                )
                continue
            }
            for gone in former.departed(before: circle) {
                let person: KeyValuePairs<String, JSONValue?> = [
                    "personId": .identifier(gone.person), "person": gone.displayName.map(JSONValue.string),
                ]
                tell(
                    ListenerEvent(.circleLeft, circle.facts).adding(JSONObject(person)),
                    .listenCircleLeft,
                    [.person: gone.shownName, .circle: circle.name.asForeign]
                )
            }
            var shown = circle
            if isWaiting {
                shown.members.removeAll { $0.displayName == nil && former.isJoined(by: $0) }
                isNameless = isNameless || shown.members.count < circle.members.count
            }
            for line in shown.changes(since: former, in: language) {
                tell(ListenerEvent(.circleChanged, circle.facts), line)
            }
            said = said.map { $0.id == shown.id ? shown : $0 }
        }
        circles = said
        unnamedSince = isNameless ? unnamedSince ?? clock.now : nil
    }

    /// Says of new parents who have told no name within 10 s that there are some.
    mutating func sayUnnamedParents() async {
        guard let unnamedSince, clock.now - unnamedSince >= .seconds(10),
            let circles = await session.tendFamilies()
        else { return }
        await sayChanges(circles, waitingForNames: false)
    }
}

extension CircleView {
    /// The members who are in a later state of the circle no more.
    func departed(before later: CircleView) -> [CircleMemberView] {
        let present = Set(later.members.map(\.person))
        return members.filter { !present.contains($0.person) }
    }

    /// Whether somebody is a parent who was not in this former state of the circle.
    func isJoined(by member: CircleMemberView) -> Bool {
        member.role == .parent && !member.isSelf && !members.contains { $0.person == member.person }
    }

    /// What has changed for those who were in a former state of the circle as well, a sentence each.
    func changes(since former: CircleView, in language: Language) -> [String] {
        let circle = name.asForeign
        var lines: [String] = []
        for member in members where member.role == .parent {
            let before = former.members.first { $0.person == member.person }
            guard before?.role != .parent else { continue }
            let name = member.displayName?.asForeign ?? language.text(.listenSomebody).capitalizedAtStart
            lines.append(
                member.isSelf
                    ? language.text(.listenCircleParentYou, [.circle: circle])
                    : language.text(.listenCircleParent, [.person: name, .circle: circle])
            )
        }
        lines += settings(changedSince: former, in: language)
        if isTold(moreThan: former) { lines.append(language.text(.listenCircleToldMore, [.circle: circle])) }
        // Whoever has just become a parent reads for the first time what was told the others before.
        guard former.members.first(where: \.isSelf)?.role == .parent else { return lines }
        for news in news where !former.news.contains(news) {
            if let passed = PassedReminders(news, in: self) { lines.append(passed.sentence(in: language)) }
        }
        return lines
    }
}

extension CircleView {
    /// The settings that differ from those of a former state of the circle, a sentence each.
    private func settings(changedSince former: CircleView, in language: Language) -> [String] {
        let circle = name.asForeign
        var lines: [String] = []
        if name != former.name {
            lines.append(language.text(.listenCircleRenamed, [.former: former.name.asForeign, .circle: circle]))
        }
        guard kind == .family else { return lines }
        if snoozeLimit != former.snoozeLimit {
            let limit = language.length(snoozeLimit)
            lines.append(
                snoozeLimit == .zero
                    ? language.text(.listenCircleSnoozeNone, [.circle: circle])
                    : language.text(.listenCircleSnooze, [.circle: circle, .duration: limit])
            )
        }
        if relayMayReadTitles != former.relayMayReadTitles {
            let key: TextKey = relayMayReadTitles ? .listenCircleTitlesReadable : .listenCircleTitlesSealed
            lines.append(language.text(key, [.circle: circle]))
        }
        return lines
    }
}

extension PassedReminders {
    /// To whom reminders were passed on, and how many.
    func sentence(in language: Language) -> String {
        language.text(
            .listenCircleHandedOver,
            [
                .person: heir?.asForeign ?? language.text(.listenSomebodyElse), .circle: circle.name.asForeign,
                .count: "\(count)",
            ]
        )
    }
}
