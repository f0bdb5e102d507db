import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// What changed in this person's circles.
extension Listener {
    /// Says who is in a circle no more, once to each of the others who listens, and to whoever is out of it; then what
    /// else concerns its people: new parents, reminders that were passed on, and being told of more alerts.
    mutating func sayChanges(_ now: [CircleView]) {
        for former in circles {
            guard let circle = now.first(where: { $0.id == former.id }) else {
                // A member who was taken out cannot tell that from the end of the circle.
                say(.listenCircleOut, [.circle: former.name.asForeign])
                continue
            }
            for gone in former.departed(before: circle) {
                say(.listenCircleLeft, [.person: gone.shownName, .circle: circle.name.asForeign])
            }
            for line in circle.changes(since: former, in: language) { Terminal.say(timed(line)) }
        }
        circles = now
    }
}

extension CircleView {
    /// The members who are in a later state of the circle no more.
    func departed(before later: CircleView) -> [CircleMemberView] {
        let present = Set(later.members.map(\.person))
        return members.filter { !present.contains($0.person) }
    }

    /// What has changed for those who were in a former state of the circle as well, a sentence each.
    func changes(since former: CircleView, in language: Language) -> [String] {
        let circle = name.asForeign
        var lines: [String] = []
        for member in members where member.role == .parent {
            let before = former.members.first { $0.person == member.person }
            guard let before, before.role != .parent else { continue }
            lines.append(
                member.isSelf
                    ? language.text(.listenCircleParentYou, [.circle: circle])
                    : language.text(.listenCircleParent, [.person: member.shownName, .circle: circle])
            )
        }
        if isTold(moreThan: former) { lines.append(language.text(.listenCircleToldMore, [.circle: circle])) }
        // Whoever has just become a parent reads for the first time what was told the others before.
        guard former.members.first(where: \.isSelf)?.role == .parent else { return lines }
        for news in news where news.handedOver > 0 && !former.news.contains(news) {
            let heir = news.heir?.asForeign ?? language.text(.listenSomebodyElse)
            lines.append(
                language.text(
                    .listenCircleHandedOver,
                    [.person: heir, .circle: circle, .count: "\(news.handedOver)"]
                )
            )
        }
        return lines
    }
}
