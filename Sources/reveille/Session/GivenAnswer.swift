import AlarmCore
import AlarmWire
import Wording

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
    ///   - reply: the reply that the relay has of this person, where it can be opened.
    ///   - reason: why the alarm rings no more, in a clause; nil where it is not known.
    ///   - language: the reader's.
    /// - Returns: the sentences; nil where what was said at the answer is so, or is about to be.
    func correction(
        by view: AlarmView,
        reply: String? = nil,
        reason: String?,
        in language: Language
    ) -> String? {
        if view.revision == revision, case .snooze = answer { return nil }
        return loss(by: view, reply: reply, reason: reason, in: language)
    }

    /// Whether what the relay says as it takes the answer leaves open that it does not count.
    ///
    /// An alarm that recurs goes on with its next time after every answer, whoever gave it.
    func isDoubtful(_ accepted: ReceiptAccepted) -> Bool {
        if case .snooze = answer { return accepted.snoozedUntil == nil }
        return accepted.state.isFinal && accepted.revision == revision
    }

    /// Says how it has lost.
    ///
    /// - Parameters:
    ///   - view: the alarm, as the relay has it.
    ///   - reply: the reply that the relay has of this person, where it can be opened.
    ///   - reason: why the alarm rings no more, in a clause; nil where it is not known.
    ///   - language: the reader's.
    /// - Returns: a sentence or two; nil where it counts.
    func loss(by view: AlarmView, reply: String? = nil, reason: String?, in language: Language) -> String? {
        guard view.revision == revision else {
            let words = words.map { _ in language.text(.listenLostAnswerWordsMaybe) }
            return language.joining(language.text(.listenLostAnswerMovedOn), words)
        }
        let lost: String
        switch (answer, view.ending) {
        case (_, nil), (.dismiss, .dismissed): return nil
        case (.gotIt, .answered):
            // The first answer counts, with its reply or without.
            guard let words, view.reply == nil || reply.map({ $0 != words }) == true else { return nil }
            lost = language.text(.listenLostAnswerFirst)
        case (_, .answered): lost = language.text(.listenLostAnswerFirstAnswered)
        case (_, .dismissed): lost = language.text(.listenLostAnswerFirstDismissed)
        case (_, let ending?):
            let end = language.text(ending == .missed ? .listenLostAnswerTimeOver : .listenLostAnswerOver)
            return answer.tooLate(reason ?? end, in: language)
        }
        return language.joining(lost, answer.lostWords(in: language))
    }

    private var words: String? {
        if case .gotIt(let words) = answer { words } else { nil }
    }
}

extension RingAnswer {
    /// The report that tells it to the relay.
    var report: AlarmReceipt.Report {
        switch self {
        case .gotIt: .acknowledged
        case .snooze: .snoozed
        case .dismiss: .dismissed
        }
    }

    /// That the answer came too late, for a reason in a clause, and its reply was not sent.
    func tooLate(_ reason: String, in language: Language) -> String {
        language.joining(language.text(.listenLostAnswerLate, [.reason: reason]), lostWords(in: language))
    }

    /// That its reply was not sent; nil without one.
    fileprivate func lostWords(in language: Language) -> String? {
        guard case .gotIt(_?) = self else { return nil }
        return language.text(.listenLostAnswerWords)
    }
}
