import AlarmCore
import AlarmWire

extension AlarmAccepted {
    /// What the relay did with a new alarm, in a sentence for its sender, and what to do where nothing can ring.
    func headline(for partner: String, at moment: String) -> String {
        guard state == .blocked else { return "Set for \(partner) at \(moment). Alarm \(id)" }
        return "\(unreachable(partner)) the alarm waits, for \(moment). Alarm \(id)"
    }

    /// What the relay did with an alarm that was moved, likewise.
    func headline(for partner: String, movedTo moment: String) -> String {
        guard state == .blocked else { return "Now at \(moment); revision \(revision)." }
        return "\(unreachable(partner)) the alarm waits, now for \(moment); revision \(revision)."
    }

    private func unreachable(_ partner: String) -> String {
        "\(partner)'s phone cannot be reached: ask \(partner) to open the app. Until then nothing rings there;"
    }
}
