import AlarmCore
import DeviceKit

/// Alarms that another command with this profile has ended while they ring here.
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
}

extension RingingItem {
    /// Whether it is a warning or an alert, of which the relay says when it is over.
    fileprivate var isNotice: Bool {
        if case .notice = subject { true } else { false }
    }
}
