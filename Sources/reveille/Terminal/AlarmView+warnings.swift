import AlarmCore
import AlarmWire

extension AlarmView {
    /// A sentence for every device of the receiver that takes what is sent to it and never says a word.
    ///
    /// `partner` is the other side's name, where it is known.
    func warnings(partner: String?) -> [String] {
        let isOurs = direction == .incoming
        let owner = isOurs ? "Your" : partner.map { "\($0.asForeign)'s" } ?? "Your partner's"
        let advice = isOurs ? "open the app there" : "ask them to open the app"
        return deliveries.filter(\.isSilent).map { funnel in
            let alarms = funnel.unanswered == 1 ? "the last alarm" : "the last \(funnel.unanswered) alarms"
            return "\(owner) device \(funnel.device) has not answered \(alarms): \(advice)."
        }
    }
}
