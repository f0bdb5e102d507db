import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// What changed in this person's circles.
extension Listener {
    /// Says who is in a circle no more, once to each of the others who listens, and to whoever is out of it.
    mutating func sayWhoLeft(_ now: [CircleView]) {
        for former in circles {
            guard let circle = now.first(where: { $0.id == former.id }) else {
                // A member who was taken out cannot tell that from the end of the circle.
                say(.listenCircleOut, [.circle: former.name.asForeign])
                continue
            }
            for gone in former.departed(before: circle) {
                say(.listenCircleLeft, [.person: gone.shownName, .circle: circle.name.asForeign])
            }
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
}
