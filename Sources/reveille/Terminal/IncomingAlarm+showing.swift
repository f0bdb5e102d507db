import AlarmCore
import AlarmWire
import DeviceKit

extension IncomingAlarm {
    private var sender: String { partnerName?.asForeign ?? "somebody whose name cannot be verified" }

    /// What is said when the alarm is set.
    func announcement(clock: LocalClock) -> String {
        if let relayWords {
            return "\(relayWords.line)\(words.doubt == .missing ? "" : " \(words.shown)")"
        }
        let repeats = rule.map { ", \($0)" } ?? ""
        return "Set by \(sender) for \(clock.text(ringsAt))\(repeats): \(words.shown)"
    }

    /// What is said when it rings.
    func call(again: Bool, clock: LocalClock) -> String {
        if let relayWords {
            let text = words.text == nil && words.doubt == .missing ? "" : " \(words.shown)"
            let by = partnerName.map { " by \($0.asForeign)" } ?? ""
            return "\(again ? "STILL RINGING" : "ALARM"): \(relayWords.line)\(text)\(by)"
        }
        let late = isLate ? " (late: it was due at \(clock.text(time)))" : ""
        return "\(again ? "STILL RINGING" : "ALARM") from \(sender): \(words.shown)\(late)"
    }
}

extension PushWords {
    /// Title and text on one line.
    var line: String { "\(title.asForeign). \(body.asForeign)" }
}
