import AlarmCore
import DeviceKit

/// Alarms that another command with this profile has ended while they ring here, and pairs that the other side has.
extension Listener {
    /// Falls silent for what this device no longer has, because its pair was ended or it was answered by a command.
    ///
    /// The relay spares the device that ends a pair, and a listener beside the command is the same device.
    mutating func takeOffWhatEndedHere() async {
        for item in ringing.items where !item.isNotice {
            guard let isHeld = try? await device.holds(item.id) else { continue }
            if isHeld {
                held.insert(item.id)
            } else if held.remove(item.id) != nil {
                ringing.remove(item.id)
                Terminal.say(
                    "\(clock.timeOfDay(clock.now))  Stopped: it is over on this device. It was \(item.title)"
                )
            }
        }
        held.formIntersection(ringing.items.map(\.id))
        await silenceIfDone()
    }

    /// Says once of each pair that it has ended; one that this device had for active when the listener began counts.
    ///
    /// Without the relay it is said at the next synchronisation.
    mutating func sayEndedPairs() async {
        guard let pairs = try? await device.refreshPairs() else { return }
        for pair in pairs where !pair.isActive && standing.contains(pair.id) {
            let name = pair.partnerName.asForeign
            Terminal.say(
                """
                \(clock.timeOfDay(clock.now))  The pair with \(name) has ended: neither of you can ring the other any more. \
                To pair anew: reveille pair new\(session.profileFlag)
                """
            )
        }
        standing = Set(pairs.filter(\.isActive).map(\.id))
    }
}

extension RingingItem {
    /// Whether it is a warning or an alert, of which the relay says when it is over.
    fileprivate var isNotice: Bool {
        if case .notice = subject { true } else { false }
    }
}
