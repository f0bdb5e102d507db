import AlarmCore
import Storage

/// What somebody is not to be told any more: they have left the circle, or may no longer know.
package struct Withheld: Sendable {
    /// In which circle.
    let circle: CircleID
    /// Of which alarm nothing that rouses; nil for whatever the circle tells.
    var alarm: AlarmKey?
    /// Where they are reached.
    let destinations: Set<Destination>

    /// Whether it concerns what is meant for this destination.
    func includes(_ alarm: AlarmKey, of circle: CircleID, to destination: Destination, rouses: Bool) -> Bool {
        guard self.circle == circle, destinations.contains(destination) else { return false }
        return self.alarm.map { $0 == alarm && rouses } ?? true
    }
}
