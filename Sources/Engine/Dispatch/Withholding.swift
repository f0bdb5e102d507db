package import AlarmCore
package import Storage

/// Deliveries that a person is no longer to get, because they left the circle or may no longer know of an alert.
package struct Withholding: Sendable {
    /// The circle that the deliveries belong to.
    let circle: CircleID
    /// The alarm whose calls to action are withheld; nil for everything of the circle.
    var alarm: AlarmKey?
    /// The person's destinations.
    let destinations: Set<Destination>

    package init(circle: CircleID, alarm: AlarmKey? = nil, destinations: Set<Destination>) {
        self.circle = circle
        self.alarm = alarm
        self.destinations = destinations
    }

    /// Whether a delivery to this destination is withheld.
    func includes(_ alarm: AlarmKey, of circle: CircleID, to destination: Destination, asksForAction: Bool) -> Bool {
        guard self.circle == circle, destinations.contains(destination) else { return false }
        return self.alarm.map { $0 == alarm && asksForAction } ?? true
    }
}

extension Engine {
    /// The alarms of a circle that have deliveries under way here, whether or not they go on.
    ///
    /// An alarm that another node ended may still have some: this node learns of the end when it reads the alarm next.
    package func alarmsUnderWay(of circle: CircleID, in snapshot: any Snapshot) throws -> [AlarmRow] {
        try inFlight.alarms(of: circle).compactMap { try snapshot.alarm(key: $0) }
    }
}
