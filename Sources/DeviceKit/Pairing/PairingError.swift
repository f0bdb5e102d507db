public import AlarmCore
public import AlarmWire
import Sealing

/// Why two devices did not become a pair.
///
/// Except for typing errors, every case means that the pairing is over: a new code is needed.
public enum PairingError: Error, Hashable, Sendable {
    /// The typed code has a typo; found before any request, so that it costs no attempt.
    case mistyped(PairingCodeError)
    /// The text is not a pairing link.
    case link(PairingLinkError)
    /// The link leads to another relay than this device's.
    case otherRelay(own: Origin, found: Origin)
    /// The relay does not accept the code: unknown, expired, burned or wrong; the relay does not tell which.
    case codeNotAccepted
    /// The code was made on this device.
    case ownCode
    /// The invite is over, and why.
    case ended(InviteStatus.End)
    /// This device has no such pairing in progress.
    case unknown
    /// The greeting cannot be opened with the code's key, or is malformed.
    case greetingUnreadable
    /// The key in the greeting does not match the code's fingerprint: there may be a man in the middle.
    case otherKey
    /// The inviter uses another relay than this device: there may be a man in the middle.
    case greetingFromOtherRelay(Origin)
    /// The peer's key yields no shared secret.
    case noSharedSecret
    /// The answer cannot be opened with the agreed key: its sender does not know the code, or there is a man in the
    /// middle.
    case answerUnreadable
    /// The relay gave another answer than before.
    case answerChanged
    /// The digits are not those on the partner's screen.
    case wrongDigits(triesLeft: Int)
    /// The digits were wrong three times; the invite was cancelled.
    case tooManyWrongDigits
    /// The confirmation cannot be opened with the agreed key: there may be a man in the middle.
    case confirmationUnreadable
    /// The code has another purpose than the one for which it was entered; it can still be entered for that.
    case otherPurpose(Invite.Purpose)
    /// The relay names another purpose than the code's maker: there may be a man in the middle.
    case purposeChanged
    /// The relay gives a new member the identifier of an earlier one, which would let them read messages for that
    /// member.
    case memberRenamed
    /// There are more pairs than can be handed over to another device.
    case tooManyPairs(limit: Int)
    /// A step was taken before the one it depends on.
    case outOfTurn
    /// A cryptographic operation failed.
    case sealing(SealingFailure)

    init(_ error: SealingError) {
        self = error == .noSharedSecret ? .noSharedSecret : .sealing(SealingFailure(error))
    }

    /// Whether the pairing is over after this error.
    public var isFinal: Bool {
        switch self {
        case .mistyped, .link, .wrongDigits, .outOfTurn, .unknown, .otherRelay, .otherPurpose, .sealing: false
        default: true
        }
    }
}

/// A failure of the cryptographic library, by its description.
public struct SealingFailure: Hashable, Sendable, CustomStringConvertible {
    /// The description of the failure.
    public let description: String

    init(_ error: SealingError) {
        description = error.description
    }
}

extension PairingError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .mistyped(let error): error.description
        case .link(let error): error.description
        case .otherRelay(let own, let found):
            "The link leads to \(found), but this device is registered with \(own). Use a profile for that relay."
        case .codeNotAccepted: "The code is not accepted: wrong, expired or used up. Ask for a new one."
        case .ownCode: "This code was made on this device. Enter it on the other one."
        case .ended(.expired): "The code has expired. Make a new one."
        case .ended(.burned): "The code was tried with a wrong secret too often. Make a new one."
        case .ended(.contested):
            "Two devices used this code, so that it was cancelled: somebody else has seen it. Make a new one, unseen."
        case .ended(.cancelled): "The code was cancelled. A new one is needed to try again."
        case .unknown: "No such code is in use on this device."
        case .greetingUnreadable: "The greeting cannot be opened with this code. Ask for a new code."
        case .otherKey: "The relay passed on another key than the code's. Do not pair through this relay."
        case .greetingFromOtherRelay(let relay):
            "The other device speaks to \(relay), not to this relay. Use the same relay on both devices."
        case .noSharedSecret: "The other side sent a key that yields no secret. Do not pair through this relay."
        case .answerUnreadable: "The answer was not made with this code. Make a new one, and show it to nobody else."
        case .answerChanged: "The relay changed the answer on the way. Do not pair through this relay."
        case .wrongDigits(let left):
            "These are not the digits on the other screen. Read them again; tries left: \(left)."
        case .tooManyWrongDigits:
            "The digits were wrong three times, and the code was cancelled. If the other screen showed others than those "
                + "that you typed, somebody else has used the code: make a new one, unseen."
        case .confirmationUnreadable:
            "The confirmation was not made by the device with the code. Do not go on through this relay."
        case .otherPurpose(.partner): "This code is a partner's: it makes a pair, and no device of the same person."
        case .otherPurpose(.device): "This code links another device of the person who made it: it makes no pair."
        case .otherPurpose(.family): "This code is to a family: it makes no pair, and links no device."
        case .otherPurpose(.care): "This code is to a care circle: it makes no pair, and links no device."
        case .purposeChanged: "The relay says that the code is for something else. Do not go on through this relay."
        case .memberRenamed:
            "The relay takes who has joined for somebody who was there before. Do not go on through this relay."
        case .tooManyPairs(let limit): "Only \(limit) pairs can be handed over to another device. End some first."
        case .outOfTurn: "The other device is not that far yet, or already further."
        case .sealing(let failure): failure.description
        }
    }
}
