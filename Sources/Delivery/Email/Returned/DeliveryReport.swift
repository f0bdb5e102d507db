/// What a mail system reports of a letter that it had taken: a delivery status notification (RFC 3464), known as a bounce.
package struct DeliveryReport: Hashable, Sendable {
    /// What the mail system did with the letter.
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
        let entity = MIMEEntity(bytes)
        let type = entity.contentType
        guard type.name == "multipart/report", type.parameters["report-type"]?.lowercased() == "delivery-status" else {
            throw .other
        }
        let parts = entity.parts
        guard let words = parts.first(where: { $0.contentType.name == "message/delivery-status" }),
            let (action, status) = Self.worst(of: Self.recipients(in: words.body))
        else { throw .incomplete }
        let original = parts.first { ["message/rfc822", "text/rfc822-headers"].contains($0.contentType.name) }
        guard let letter = original.flatMap({ MIMEEntity($0.body)["message-id"] }).flatMap(LetterName.init(messageID:))
        else { throw .foreign }
        self.init(letter: letter, action: action, status: status)
    }

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

    /// What was done to the letter; a letter of the relay has one recipient, who may have had it passed on to others.
    private static func worst(of recipients: [MIMEEntity]) -> (Action, status: String?)? {
        recipients.compactMap { recipient in
            recipient["action"].flatMap { Action(rawValue: $0.lowercased()) }.map { ($0, Self.status(of: recipient)) }
        }
        .min { left, right in severity(left.0) < severity(right.0) }
    }

    private static func severity(_ action: Action) -> Int {
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
