import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// The circle that a name or the first characters of an id mean.
    func circle(_ text: String) async throws -> CircleView {
        let circles = try await device.circles()
        let named = circles.filter { $0.name == text }
        if let first = named.first, named.count == 1 { return first }
        switch Abbreviation(text, among: circles.map(\.id)) {
        case .name(let id):
            if let found = circles.first(where: { $0.id == id }) { return found }
        case .ambiguous: throw CommandFailure("Several ids of circles begin with \(text.asForeign). Type more of it.")
        case .unknown: break
        }
        throw CommandFailure(
            named.isEmpty
                ? "There is no circle \(text.asForeign). See 'reveille circle list\(profileFlag)'."
                : "Several circles are called \(text.asForeign). Use the id; see 'reveille circle list\(profileFlag)'."
        )
    }

    /// The person in a circle whom `me`, a name or the first characters of an id mean.
    func person(_ text: String, in circle: CircleView) throws -> CircleMemberView {
        let id = try member(text, of: circle)
        guard let found = circle.members.first(where: { $0.person == id }) else {
            throw CommandFailure("Nobody in \(circle.name.asForeign) is \(text.asForeign).")
        }
        return found
    }
}
