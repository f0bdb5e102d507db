/// One message for one recipient, complete before it is sent (RFC 5321).
///
/// One recipient, because libcurl gives up the whole message when a server refuses one of several.
public struct MailTransfer: Sendable {
    /// The envelope's sender, to which failures are reported: an address in ASCII without angle brackets.
    public var sender: String
    /// The envelope's recipient: an address in ASCII without angle brackets.
    public var recipient: String
    /// The message as it is to arrive: header, empty line and body, with CR LF at the ends of all lines.
    ///
    /// Dots at the beginning of lines are escaped on sending.
    public var message: [UInt8]
    /// The longest that the whole exchange may take, from the call and so including any wait for a connection; nil for
    /// no limit.
    public var timeout: Duration?

    /// Makes a transfer.
    public init(
        sender: String,
        recipient: String,
        message: [UInt8],
        timeout: Duration? = .seconds(60)
    ) {
        self.sender = sender
        self.recipient = recipient
        self.message = message
        self.timeout = timeout
    }

    /// The fault in the transfer, which libcurl would send unchecked; nil without one.
    var fault: String? {
        if Self.isMalformed(sender) { return "the sender's address is malformed" }
        if Self.isMalformed(recipient) { return "the recipient's address is malformed" }
        if message.isEmpty { return "the message is empty" }
        return Self.hasBareLineEnd(message) ? "the message has a line end that is not CR LF" : nil
    }

    private static func isMalformed(_ address: String) -> Bool {
        let isPlain = address.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
        return !isPlain || address.utf8.count > 254 || !address.utf8.contains(UInt8(ascii: "@"))
    }

    /// Whether a CR or LF stands alone: servers treat it differently, and it can end the message (RFC 5321, section
    /// 2.3.8).
    private static func hasBareLineEnd(_ message: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in message {
            if (byte == 0x0A) != (previous == 0x0D) { return true }
            previous = byte
        }
        return previous == 0x0D
    }
}
