import AlarmCore

/// A letter in its wire form: header and both bodies in ASCII, with lines that end with CR LF.
///
/// Nothing in a letter can add a line to its header or end a part of its body: free text is encoded, and everything
/// else has a checked type, or is checked here.
package struct MIMEMessage: Sendable {
    /// The reason why a letter cannot be written.
    package enum Fault: String, Error, Hashable, Sendable {
        /// The URL has no form that a header can hold.
        case unsubscribe = "the link to unsubscribe is no http or https URL in printable ASCII of at most 800 bytes"
        /// The language tag is invalid.
        case language = "the language is no BCP 47 tag"
        /// The header is malformed, by a fault of this code and not of the letter.
        case header = "the letter's header came out malformed"
    }

    /// The message.
    package let bytes: [UInt8]

    /// Writes a letter.
    ///
    /// - Throws: `Fault`.
    package init(_ mail: OutgoingMail, from sender: Mailbox) throws(Fault) {
        guard Self.isLanguage(mail.language) else { throw .language }
        guard mail.unsubscribe.map(Self.isLink) ?? true else { throw .unsubscribe }
        // No encoded body contains this: an equals sign is followed by a digit, a capital, or the end.
        let boundary = "=_\(mail.id.uuidText)"
        let header: String
        do { header = try Self.header(mail, from: sender, boundary: boundary) } catch { throw .header }
        let parts = [("plain", mail.text), ("html", mail.html)].map { kind, text in
            let (encoding, lines) = BodyEncoding.encode(text)
            return "--\(boundary)\r\nContent-Type: text/\(kind); charset=utf-8\r\n"
                + "Content-Transfer-Encoding: \(encoding.rawValue)\r\n\r\n\(lines)\r\n"
        }
        bytes = Array("\(header)\r\n\(parts.joined())--\(boundary)--\r\n".utf8)
    }

    private static func header(
        _ mail: OutgoingMail,
        from sender: Mailbox,
        boundary: String
    ) throws(MailHeader.Malformed) -> String {
        var header = MailHeader()
        try header.add("Date", MailDate.words(mail.date))
        try header.add("From", HeaderText.phrase(sender.name) + ["<\(sender.address.text)>"])
        try header.add("To", HeaderText.phrase(mail.recipient.name) + ["<\(mail.recipient.address.text)>"])
        try header.add("Subject", HeaderText.words(mail.subject))
        let domain = sender.address.domain
        let name = LetterMessageID(delivery: mail.id, alarm: mail.alarm)
        try header.add("Message-ID", [name.messageID(at: domain)])
        try header.add(LetterMessageID.header, [name.text])
        if let first = mail.inReplyTo {
            let former = LetterMessageID(delivery: first, alarm: mail.alarm).messageID(at: domain)
            try header.add("In-Reply-To", [former])
            try header.add("References", [former])
        }
        if mail.isAutomatic {
            try header.add("Auto-Submitted", ["auto-generated"])
            // For Exchange, which otherwise sends out-of-office notes.
            try header.add("X-Auto-Response-Suppress", ["All"])
        }
        if let link = mail.unsubscribe {
            try header.add("List-Unsubscribe", ["<\(link)>"])
            if link.hasPrefix("https://") { try header.add("List-Unsubscribe-Post", ["List-Unsubscribe=One-Click"]) }
        }
        try header.add("Content-Language", [mail.language])
        try header.add("MIME-Version", ["1.0"])
        try header.add("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""])
        return header.text
    }

    private static func isLanguage(_ tag: String) -> Bool {
        (2...35).contains(tag.utf8.count)
            && tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { part in
                (1...8).contains(part.count)
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    }
            }
    }

    private static func isLink(_ url: String) -> Bool {
        (url.hasPrefix("https://") || url.hasPrefix("http://")) && url.utf8.count <= 800
            && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`{|},".utf8.contains($0) }
    }
}
