/// The text that a person scans, opens, pastes or types to pair: a link, or a code alone.
public enum PairingText: Hashable, Sendable {
    /// A link; it names its relay.
    case link(PairingLink)
    /// A code alone; the relay must be known already.
    case code(PairingCode)

    /// Reads any form of link, or a bare code; white space around it does not matter.
    ///
    /// - Throws: what is wrong.
    public init(_ text: String) throws(PairingLinkError) {
        let spaces: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        let start = text.firstIndex { !spaces.contains($0) } ?? text.endIndex
        let end = text.lastIndex { !spaces.contains($0) }.map { text.index(after: $0) } ?? start
        let trimmed = text[start..<end]
        if trimmed.contains("#") || trimmed.contains("/") {
            self = .link(try PairingLink(trimmed))
            return
        }
        do {
            self = .code(try PairingCode(typed: trimmed))
        } catch {
            throw .code(error)
        }
    }

    /// The code.
    public var code: PairingCode {
        switch self {
        case .link(let link): link.code
        case .code(let code): code
        }
    }
}
