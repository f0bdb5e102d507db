import AlarmCore
import DeviceKit

extension IncomingAlarm {
    private var sender: String { partnerName?.asForeign ?? "somebody whose name cannot be verified" }

    /// What is said when the alarm is set.
    func announcement(clock: LocalClock) -> String {
        let repeats = rule.map { ", \($0)" } ?? ""
        return "Set by \(sender) for \(clock.text(ringsAt))\(repeats): \(words.shown)"
    }

    /// What is said when it rings.
    func call(again: Bool, clock: LocalClock) -> String {
        let late = isLate ? " (late: it was due at \(clock.text(time)))" : ""
        return "\(again ? "STILL RINGING" : "ALARM") from \(sender): \(words.shown)\(late)"
    }
}
