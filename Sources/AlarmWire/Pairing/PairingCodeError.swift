/// Why a text is not a pairing code.
public enum PairingCodeError: Error, Hashable, Sendable {
    /// The number of symbols is not 20.
    case length(found: Int)
    /// There is a character that no code contains, at the symbol with this number, from 1.
    case symbol(Unicode.Scalar, position: Int)
    /// The check symbol does not match: at least one symbol was misread or swapped.
    case check
}

extension PairingCodeError: CustomStringConvertible {
    /// The problem and the remedy, without any part of the code.
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
