/// Why a text is no pairing code.
public enum PairingCodeError: Error, Hashable, Sendable {
    /// It has another number of symbols than 20.
    case length(found: Int)
    /// A character that no code contains, at the place of the symbol so numbered from 1.
    case symbol(Unicode.Scalar, position: Int)
    /// The symbols do not belong together: at least one was misread or swapped.
    case check
}

extension PairingCodeError: CustomStringConvertible {
    /// What is wrong and what to do; tells nothing of the code itself.
    public var description: String {
        switch self {
        case .length(let found) where found < PairingCode.length:
            "The code is too short: \(found) of \(PairingCode.length) characters. Type the rest of it."
        case .length:
            "The code is too long: it has \(PairingCode.length) characters. Type it again, without anything before or after."
        case .symbol("U", let position), .symbol("u", let position):
            "A code never contains U, as at place \(position). Look whether it is a V."
        case .symbol(let symbol, let position):
            "A code never contains \(symbol.debugDescription), as at place \(position). Type letters and digits only."
        case .check:
            "The code has a typo: a character is wrong or two are swapped. Compare it with the other screen and type it again."
        }
    }
}
