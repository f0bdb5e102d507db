/// What the relay has said to somebody on the telephone.
///
/// It has no word of what people have written to one another, which the relay cannot read.
package enum CallText: Hashable, Sendable {
    /// Somebody may need help: whoever looks after them presses 1.
    case alert(personName: String)
    /// They have said that they look after it.
    case alertAnswered
    /// Somebody else looks after it.
    case alertTaken(by: String)
    /// The person concerned has called it off.
    case alertCancelled
    /// Their own check-in is due: whoever is well presses 1.
    case checkIn
    /// They have checked in.
    case checkInAnswered
    /// Nothing is asked of them any more.
    case over
    /// The number takes calls no more, and the alert is still open.
    case alertWithdrawn
    /// The number takes calls no more, and the check-in is still due.
    case checkInWithdrawn
    /// The answer could not be taken.
    case failed

    /// Whether an answer is waited for.
    package var asks: Bool {
        switch self {
        case .alert, .checkIn: true
        case .alertAnswered, .alertTaken, .alertCancelled, .checkInAnswered, .over, .alertWithdrawn, .checkInWithdrawn,
            .failed:
            false
        }
    }

    /// The words in the language of the person who is called.
    package func text(in language: Language) -> String {
        switch self {
        case .alert(let name): language.phrase(.callAlertAsks, [.person: .name(name)]).text
        case .alertAnswered: language.phrase(.callAlertAnswered).text
        case .alertTaken(let name): language.phrase(.callAlertTaken, [.helper: .name(name)]).text
        case .alertCancelled: language.phrase(.callAlertCancelled).text
        case .checkIn: language.phrase(.callCheckInAsks).text
        case .checkInAnswered: language.phrase(.callCheckInAnswered).text
        case .over: language.phrase(.callOver).text
        case .alertWithdrawn: language.phrase(.callWithdrawnAlert).text
        case .checkInWithdrawn: language.phrase(.callWithdrawnCheckIn).text
        case .failed: language.phrase(.callFailed).text
        }
    }
}
