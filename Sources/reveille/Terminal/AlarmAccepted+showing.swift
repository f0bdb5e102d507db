import AlarmCore
import AlarmWire

extension AlarmAccepted {
    /// What the relay did with a new alarm, in a sentence for its sender, and what to do where nothing can ring.
    func headline(for partner: String, at moment: String) -> String {
        guard state == .blocked else { return "Set for \(partner) at \(moment). Alarm \(id)" }
        return "\(partner)'s phone cannot be reached: ask \(partner) to open the app. "
            + "Until then nothing rings there; the alarm waits, for \(moment). Alarm \(id)"
    }
}
