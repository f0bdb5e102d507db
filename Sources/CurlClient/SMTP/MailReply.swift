/// A server's final reply about a message (RFC 5321, section 4.2).
public struct MailReply: Hashable, Sendable {
    /// The command to which a reply belongs.
    public enum Phase: Hashable, Sendable {
        /// None yet, or the introduction: `EHLO`, `STARTTLS`.
        case greeting
        /// The login: `AUTH`.
        case authentication
        /// The sender: `MAIL FROM`.
        case sender
        /// The recipient: `RCPT TO`.
        case recipient
        /// The announcement of the message, or the message itself.
        case message
    }

    /// The command to which the server replied.
    public let stage: Phase
    /// The code, 200...599.
    public let code: Int
    /// The enhanced code, as in `5.1.1`, where the server gave one (RFC 3463).
    public let enhancedCode: String?
    /// The text of the last line, without both codes; may name the recipient.
    public let text: String

    /// Whether the server has taken over responsibility for the message.
    public var isAccepted: Bool { stage == .message && (200..<300).contains(code) }

    /// Makes a reply.
    public init(stage: Phase, code: Int, enhancedCode: String? = nil, text: String = "") {
        self.stage = stage
        self.code = code
        self.enhancedCode = enhancedCode
        self.text = text
    }

    /// Reads the last line of a reply, as in `550 5.1.1 No such user`; nil for any other line.
    init?(line: some Sequence<UInt8>, stage: Phase) {
        let line = Array(line)
        guard line.count >= 3, line[..<3].allSatisfy({ (0x30...0x39).contains($0) }),
            (0x32...0x35).contains(line[0]), line.count == 3 || line[3] == 0x20
        else { return nil }
        code = line[..<3].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let words = line.dropFirst(4).split(separator: 0x20, maxSplits: 1)
        let first = words.first.map { String(decoding: $0, as: UTF8.self) }
        enhancedCode = first.flatMap { Self.isEnhancedCode($0, of: line[0]) ? $0 : nil }
        let text = enhancedCode == nil ? line.dropFirst(4) : (words.dropFirst().first ?? [])
        self.text = String(decoding: text, as: UTF8.self)
        self.stage = stage
    }

    /// Whether the text is `class.subject.detail`, of the same class as the reply's code (RFC 2034, section 4).
    private static func isEnhancedCode(_ text: String, of first: UInt8) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual([first]) else { return false }
        return parts[1...].allSatisfy { part in
            (1...3).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}
