import AlarmCore
import AlarmWire

/// An answer that was given at this terminal, to be compared with what the relay says of the alarm later.
///
/// Another device of the same person may have answered at the same moment, or while this one had no connection.
struct GivenAnswer: Hashable {
    /// The answer.
    let answer: RingAnswer
    /// The occurrence to which it was given.
    let revision: Int
    /// The end of a snooze, by the relay's clock; nil for any other answer.
    var end: Instant?

    /// What to say of it once the relay has told this device to let go of the alarm, in a sentence or two.
    ///
    /// - Parameters:
    ///   - view: the alarm, as the relay has it.
    ///   - reason: why the alarm rings no more, in a clause; nil where it is not known.
    /// - Returns: the sentences; nil where what was said at the answer is so, or is about to be.
    func correction(by view: AlarmView, reason: String?) -> String? {
        guard view.revision == revision else {
            return "your answer may have come too late: the alarm has moved on.\(lost("may not have been"))"
        }
        switch (answer, view.ending) {
        case (.snooze, _), (_, nil), (.dismiss, .dismissed): return nil
        case (.gotIt, .answered):
            // The first answer counts, with its reply or without.
            guard words != nil, view.reply == nil else { return nil }
            return "another device of yours was first.\(lost("were not"))"
        case (_, .answered): return "another device of yours was first, and answered it: that counts."
        case (_, .dismissed):
            return "another device of yours was first, and dismissed it: that counts.\(lost("were not"))"
        case (_, let ending?):
            let end = reason ?? (ending == .missed ? "its time was over" : "it was over")
            return "your answer came too late: \(end).\(lost("were not"))"
        }
    }

    private var words: String? {
        if case .gotIt(let words) = answer { words } else { nil }
    }

    private func lost(_ verb: String) -> String { words == nil ? "" : " Your words \(verb) sent." }
}
