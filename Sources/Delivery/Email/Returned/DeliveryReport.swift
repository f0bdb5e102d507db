/// What a mail system reports of a letter that it had taken: a delivery status notification (RFC 3464), known as a bounce.
package struct DeliveryReport: Hashable, Sendable {
    /// What the mail system did with the letter, from the worst to the best.
    package enum Action: String, CaseIterable, Hashable, Sendable {
        /// It gave up.
        case failed
        /// It has not been able to deliver the letter yet, and goes on trying.
        case delayed
        /// It delivered the letter.
        case delivered
        /// It gave the letter to a system that reports nothing.
        case relayed
        /// It gave the letter to several others.
        case expanded
    }

    /// Why a message is not a report on a letter of this relay.
    package enum Fault: Error, Hashable, Sendable {
        /// It is a message of another kind.
        case other
        /// It does not say what was done.
        case incomplete
        /// It does not say which letter it is about, or it is about somebody else's.
        case foreign
    }

    /// How many bytes of a message are read.
    ///
    /// 1 MiB: more than any report that holds a letter of the relay.
    package static let limit = 1 << 20

    /// The letter.
    package let letter: LetterName
    /// What became of it.
    package let action: Action
    /// The enhanced status code, as in `5.1.1` (RFC 3463), where there is one.
    package let status: String?

    package init(letter: LetterName, action: Action, status: String?) {
        self.letter = letter
        self.action = action
        self.status = status
    }

    /// Reads a message as a mail server passes it to a program: with or without CR at the ends of lines, and with or
    /// without the line `From …` of a mailbox file before it.
    ///
    /// - Throws: `Fault`.
    package init(reading message: some Collection<UInt8>) throws(Fault) {
        var bytes = Array(message.prefix(Self.limit))[...]
        if bytes.starts(with: Array("From ".utf8)) {
            var lines = MIMELines(bytes)
            _ = lines.next()
            bytes = lines.rest
        }
        let message = MIMEEntity(bytes.drop(while: Self.endsLine))
        // What a mail system on the way has added a footer to lies one level deeper.
        guard let parts = ([message] + message.parts).first(where: \.isDeliveryReport)?.parts else { throw .other }
        let reports = ["message/delivery-status", "message/global-delivery-status"]
        guard let words = parts.first(where: { reports.contains($0.contentType.name) }),
            let (action, status) = Self.best(of: Self.recipients(in: words.decodedBody))
        else { throw .incomplete }
        let originals = ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"]
        let original = parts.first { originals.contains($0.contentType.name) }
            .map { MIMEEntity($0.decodedBody.drop(while: Self.endsLine)) }
        // Some mail systems give a letter a name of their own.
        let own = "\(LetterName.header)".lowercased()
        guard
            let letter = original?["message-id"].flatMap(LetterName.init(messageID:))
                ?? original?[own].flatMap({ LetterName($0) })
        else { throw .foreign }
        self.init(letter: letter, action: action, status: status)
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0D || byte == 0x0A }

    /// The groups of fields after the first one, which is about the whole message: each is about one recipient.
    private static func recipients(in body: ArraySlice<UInt8>) -> [MIMEEntity] {
        var rest = body
        var groups: [MIMEEntity] = []
        while !rest.isEmpty, groups.count < MIMEEntity.partLimit {
            let group = MIMEEntity(rest)
            if !group.fields.isEmpty { groups.append(group) }
            rest = group.body
        }
        return groups.filter { $0["action"] != nil }
    }

    /// What was done to the letter: its one recipient may have it passed on, and was reached if they were in one place.
    private static func best(of recipients: [MIMEEntity]) -> (Action, status: String?)? {
        recipients.compactMap { recipient in
            let word = recipient["action"].map { $0.prefix { !" \t(".contains($0) }.lowercased() }
            return word.flatMap(Action.init).map { ($0, Self.status(of: recipient)) }
        }
        .max { left, right in rank(left.0) < rank(right.0) }
    }

    private static func rank(_ action: Action) -> Int {
        Action.allCases.firstIndex(of: action) ?? Action.allCases.count
    }

    /// The code without the comment that may follow it; nil for what is none.
    private static func status(of recipient: MIMEEntity) -> String? {
        guard let code = recipient["status"]?.prefix(while: { !" \t(".contains($0) }) else { return nil }
        let parts = code.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, ["2", "4", "5"].contains(String(code.prefix(1))), parts[0].count == 1,
            parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return String(code)
    }
}

extension MIMEEntity {
    fileprivate var isDeliveryReport: Bool {
        let type = contentType
        return type.name == "multipart/report" && type.parameters["report-type"]?.lowercased() == "delivery-status"
    }
}

extension DeliveryReport.Fault: CustomStringConvertible {
    /// What the message is.
    package var description: String {
        switch self {
        case .other: "it is no delivery status notification (RFC 3464)"
        case .incomplete: "it is a delivery status notification that does not say what was done"
        case .foreign: "it is about no letter of this relay, or does not have the letter's header"
        }
    }
}
