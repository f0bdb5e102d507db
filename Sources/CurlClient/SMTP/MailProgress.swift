internal import CCurl

/// The progress of a message's transfer, derived from the conversation that libcurl shows.
struct MailProgress {
    /// Whether the server may have the whole message: all of it was given to libcurl, which then sends the final dot.
    private(set) var isHandedOver = false
    private let message: [UInt8]
    private var taken = 0
    private var stage = MailReply.Phase.greeting
    private var last: MailReply?
    /// Whether the client has sent `QUIT`: the server's reply to that does not matter.
    private var isEnding = false

    init(message: [UInt8]) { self.message = message }

    /// The server's final reply, once it has refused a command or accepted the message; nil before.
    var verdict: MailReply? {
        guard let last else { return nil }
        return last.code >= 400 || last.isAccepted && isHandedOver ? last : nil
    }

    /// Whether the verdict is surely final: a server that refuses `EHLO` is tried with `HELO`, and one way to log in
    /// may be followed by another.
    var isDecided: Bool {
        guard let verdict else { return false }
        return isEnding || verdict.stage != .greeting && verdict.stage != .authentication
    }

    /// Records a command to the server; only its verb is read, for `AUTH` is followed by secrets.
    mutating func said(_ command: UnsafeRawBufferPointer) {
        // The answer to a challenge is not a command, whatever it looks like.
        if last?.code == 334 { return }
        switch String(decoding: command.prefix(4), as: UTF8.self).uppercased() {
        case "AUTH": stage = .authentication
        case "MAIL": stage = .sender
        case "RCPT": stage = .recipient
        case "DATA": stage = .message
        case "EHLO", "HELO", "STAR": stage = .greeting
        case "QUIT":
            isEnding = true
            return
        default: return
        }
        last = nil
    }

    /// Records a line from the server.
    mutating func heard(_ line: UnsafeRawBufferPointer) {
        guard !isEnding else { return }
        var content = line[...]
        while let end = content.last, end == 0x0D || end == 0x0A { content.removeLast() }
        if let reply = MailReply(line: content, stage: stage) { last = reply }
    }

    /// Passes libcurl the next part of the message; returns the number of bytes, 0 at the end.
    mutating func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, message.count - taken)
        buffer.copyBytes(from: message[taken..<(taken + count)])
        taken += count
        if taken == message.count && !isHandedOver {
            isHandedOver = true
            last = nil
        }
        return count
    }

    /// The result of the transfer, by the server's final reply rather than libcurl's code: a failure after that reply
    /// does not matter.
    func result(_ code: CURLcode, detail: String) -> Result<MailReply, CurlError> {
        if let verdict { return .success(verdict) }
        if code == CURLE_OK { return .failure(.interrupted("the server did not say that it took the message")) }
        return .failure(CurlError(code: code, detail: detail, sent: isHandedOver))
    }
}
