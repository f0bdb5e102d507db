import AlarmCore
import AlarmWire
import DeviceKit

/// What changed in this person's circles.
extension Listener {
    /// Says who is in a circle no more, once to each of the others who listens.
    mutating func sayWhoLeft(_ now: [CircleView]) {
        for former in circles {
            // Whoever is out of the circle, or whose circle has ended, reads so elsewhere.
            guard let circle = now.first(where: { $0.id == former.id }) else { continue }
            for gone in former.departed(before: circle) {
                Terminal.say(
                    "\(clock.timeOfDay(clock.now))  \(gone.shownName) is not in \(circle.name.asForeign) any more."
                )
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
