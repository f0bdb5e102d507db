import AlarmCore
import AlarmWire
import DeviceKit

extension AlarmNotice {
    /// The news in one sentence.
    var news: String {
        if let relayWords { return "\(relayWords.line)\(text.map { " “\($0.asForeign)”" } ?? "")" }
        let name = partnerName?.asForeign ?? "Your partner"
        let alarm = text.map { "“\($0.asForeign)”" } ?? "alarm \(id)"
        switch stage.stage {
        case .acknowledged: return "\(name) has got \(alarm).\(reply.map { " Reply: \($0.shown)" } ?? "")"
        case .dismissed: return "\(name) has dismissed \(alarm)."
        case .declined: return "\(name) has taken \(alarm) off before it rang."
        case .noAnswer: return "NO ANSWER: \(name) has not answered \(alarm)."
        case .missed: return "MISSED: \(alarm) was due while the relay was away."
        case .blocked: return "BLOCKED: \(name) has no device that can be reached for \(alarm)."
        case .unblocked: return "\(name) can be reached again for \(alarm)."
        default: return "\(stage.rawValue): \(alarm) with \(name)."
        }
    }
}
