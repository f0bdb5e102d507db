public import AlarmCore
public import AlarmWire
public import Sealing

/// Why a device could not do what it was asked.
public enum DeviceError: Error, Sendable {
    /// The relay refused the request; `retryAfter` where a later retry makes sense.
    case refused(Problem, retryAfter: Span?)
    /// The relay did not answer.
    case transport(TransportError)
    /// The relay's answer does not follow PA1.
    case protocolViolation(String)
    /// The relay's address cannot be used; plain http is for a relay on this machine only.
    case origin(OriginError)
    /// The device has not registered with its relay yet.
    case notRegistered
    /// A pairing failed.
    case pairing(PairingError)
    /// This device knows no such pair.
    case unknownPair(PairID)
    /// One side has ended the pair; alarms can no longer be sent in either direction.
    case pairEnded(PairID)
    /// No answer came to a new alarm, which is kept and sent again with ``LocalDevice/sendOutbox()``.
    ///
    /// After ``TransportError/interrupted(_:)`` it may be set; otherwise nothing was sent.
    case undelivered(AlarmID, TransportError)
    /// The alarm was not sent yet, so that it cannot be changed; ``LocalDevice/sendOutbox()`` sends it.
    case notSentYet(AlarmID)
    /// The alarm is one that no relay accepts; nothing was kept.
    case unusableAlarm(WireError)
    /// This device knows no such alarm.
    case unknownAlarm(AlarmID)
    /// The message, with what is sealed beside it, takes more bytes than a push can carry.
    case textTooLong(bytes: Int, limit: Int)
    /// The sealed request takes more bytes than a relay accepts.
    case requestTooLarge(bytes: Int, limit: Int)
    /// The text cannot be shown as a person's name.
    case unusableName
    /// A rule needs the time zone whose clocks it follows.
    case ruleWithoutZone
    /// The change is empty.
    case nothingToChange
    /// Another device of this person has their member key of the circle, and this one does not.
    case keysElsewhere(CircleID)
    /// The message of the alarm could not be verified, so that there is nobody to reply to.
    case noOneToReplyTo(AlarmID)
    /// The profile could not be stored or read.
    case profile(ProfileError)
    /// A cryptographic operation failed.
    case sealing(SealingError)
    /// The caller cancelled the wait.
    case cancelled

    /// The kind of problem that the relay named, if known.
    public var problemKind: ProblemKind? {
        if case .refused(let problem, _) = self { problem.kind } else { nil }
    }
}

extension DeviceError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .refused(let problem, _) where problem.kind == .unauthorized:
            """
            The relay does not know this device: it was removed from another of your devices, or the relay was set up \
            anew. Begin again with a new profile, and link or pair it.
            """
        // The titles of these kinds, as in "Out of turn", and the place say nothing to people.
        case .refused(let problem, nil)
        where [.conflict, .noChannel].contains(problem.kind) && !problem.detail.isEmpty:
            "\(problem.detail.prefix(1).uppercased())\(problem.detail.dropFirst())\(problem.detail.hasSuffix(".") ? "" : ".")"
        // The time given with other problems is a guess of when a machine may ask again.
        case .refused(let problem, let wait?) where problem.kind == .rateLimited:
            "\(problem)\(problem.detail.hasSuffix(".") ? "" : ".") Try again in \(wait.inWords)."
        case .refused(let problem, _): "\(problem)"
        case .transport(let error): error.description
        case .protocolViolation(let what): "The relay's answer makes no sense: \(what). Is this really a relay?"
        case .origin(let error): error.description
        case .notRegistered: "This device is not registered with its relay yet. Register it, or enter a pairing code."
        case .pairing(let error): error.description
        case .unknownPair(let id): "There is no pair \(id) on this device. List the pairs to find its id."
        case .pairEnded: "This pair has ended. Pair again to go on."
        case .undelivered(_, .interrupted(let reason)):
            """
            It is not known whether the alarm is set: the connection broke before the relay had answered (\(reason)). It \
            is kept here and sent again; it rings once, however often it is sent.
            """
        case .undelivered(_, let error): "The alarm is not set yet. It is kept here, and sent again. \(error)"
        case .notSentYet: "The alarm was not sent yet, and cannot be changed before. Take it back and set another."
        case .unusableAlarm(let error): "This cannot be an alarm, and nothing was sent: \(error)."
        case .unknownAlarm(let id): "There is no alarm \(id) on this device."
        case .textTooLong(let bytes, let limit):
            "The message is too long: sealed it would take \(bytes) bytes, \(limit) are allowed. Shorten it."
        case .requestTooLarge(let bytes, let limit):
            "The request would take \(bytes) bytes, \(limit) are allowed. Shorten it."
        case .unusableName: "A name has 1 to 256 bytes, on one line, and shows something."
        case .ruleWithoutZone: "A repeated alarm needs the time zone whose clocks it follows, as in Europe/Berlin."
        case .nothingToChange: "Name at least one thing that should change."
        case .keysElsewhere:
            """
            Your key in this circle is on another device of yours, so that this one can neither seal words for the others \
            nor open theirs. Link this device again from that one.
            """
        case .noOneToReplyTo: "The alarm's words could not be verified, so that there is nobody to reply to."
        case .profile(let error): error.description
        case .sealing(let error): error.description
        case .cancelled: "Waiting was given up; it can be taken up again."
        }
    }
}
