/// A mail system's report on a letter that it had accepted: a delivery status notification (RFC 3464), or bounce.
package struct DeliveryReport: Hashable, Sendable {
    /// The mail system's action, from the worst to the best.
    package enum Action: String, CaseIterable, Hashable, Sendable {
        /// Delivery failed permanently.
        case failed
        /// The letter could not be delivered yet; the mail system keeps trying.
        case delayed
        /// The letter was delivered.
        case delivered
        /// The letter was passed on to a system that sends no reports.
        case relayed
        /// The letter was passed on to several recipients.
        case expanded
    }

    /// The reason why a message is not a report on a letter of this relay.
    package enum Fault: Error, Hashable, Sendable {
        /// The message is no delivery report.
        case other
        /// The report does not state the action.
        case incomplete
        /// The report is about another sender's letter, or does not identify the letter.
        case foreign
    }

    /// The most bytes of a message that are read.
    ///
    /// 1 MiB: more than any report that holds a letter of the relay.
    package static let limit = 1 << 20

    /// The letter reported on.
    package let letter: LetterMessageID
    /// The action taken.
    package let action: Action
    /// The enhanced status code, as in `5.1.1` (RFC 3463), where there is one.
    package let status: String?

    package init(letter: LetterMessageID, action: Action, status: String?) {
        self.letter = letter
        self.action = action
        self.status = status
    }

    /// Parses a message as a mail server passes it to a program.
    ///
    /// Lines may end with or without CR, and the line `From …` of a mailbox file may precede the message.
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
        // Where a mail system on the way added a footer, the report is one level deeper.
        guard let parts = ([message] + message.parts).first(where: \.isDeliveryReport)?.parts else { throw .other }
        let reports = ["message/delivery-status", "message/global-delivery-status"]
        guard let words = parts.first(where: { reports.contains($0.contentType.name) }),
            let (action, status) = Self.best(of: Self.recipients(in: words.decodedBody))
        else { throw .incomplete }
        let originals = ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"]
        let original = parts.first { originals.contains($0.contentType.name) }
            .map { MIMEEntity($0.decodedBody.drop(while: Self.endsLine)) }
        // Some mail systems replace a letter's identifier.
        let own = "\(LetterMessageID.header)".lowercased()
        guard
            let letter = original?["message-id"].flatMap(LetterMessageID.init(messageID:))
                ?? original?[own].flatMap({ LetterMessageID($0) })
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

    /// The best action reported: the letter's one recipient may have it forwarded, and one delivery is enough.
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

    /// The code without the comment that may follow it; nil for an invalid one.
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
    /// A description of the message.
    package var description: String {
        switch self {
        case .other: "it is no delivery status notification (RFC 3464)"
        case .incomplete: "it is a delivery status notification that does not say what was done"
        case .foreign: "it is about no letter of this relay, or does not have the letter's header"
        }
    }
}
