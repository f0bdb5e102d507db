import StrictYAML

extension ExpectationReader {
    /// `cleo is mailed once saying "24 hours" at 24h`, `cleo is never texted`, `cleo is asked once`, `cleo agrees once`.
    func claim(
        ofContact contact: String,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        let isNever = reader.take("never")
        if reader.take("agrees") {
            return try happens(
                EntryMatcher(lane: .contact(contact), kind: .answer, state: "confirmed"),
                isNever: isNever,
                &reader
            )
        }
        if reader.take("unsubscribes") {
            return try happens(
                EntryMatcher(lane: .contact(contact), kind: .answer, state: "unsubscribed"),
                isNever: isNever,
                &reader
            )
        }
        guard !isNever, reader.take("is") else {
            throw reader.fault(isNever ? "agrees or unsubscribes" : "is, agrees or unsubscribes")
        }
        return try written(to: .contact(contact), isNever: reader.take("never"), &reader)
    }

    /// `mail refuses at least 2 letters for cleo before 25h`.
    func claim(
        of service: MessagingService,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        guard reader.take("refuses") else { throw reader.fault("refuses") }
        let amount = try countOfPushes(&reader)
        let nouns = service == .mail ? ["letter", "letters"] : ["text", "texts"]
        guard reader.take(oneOf: nouns) != nil else { throw reader.fault(nouns.joined(separator: " or ")) }
        var matcher = EntryMatcher(lane: service.lane, kind: .refusal)
        if reader.take("for") {
            let names = scenario.contacts.map(\.name)
            guard let name = reader.take(oneOf: names) else {
                throw reader.fault("a contact: one of \(names.joined(separator: ", "))")
            }
            matcher.phone = name
        }
        return .happens(matcher, amount, try window(&reader))
    }

    /// Reads the word after `is`: `mailed`, `texted`, `called` or `asked`.
    func written(
        to lane: Timeline.Lane,
        isNever: Bool,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        var matcher = EntryMatcher(lane: lane, kind: .mail)
        if reader.take("texted") {
            matcher.kind = .sms
        } else if reader.take("called") {
            matcher.kind = .call
        } else if reader.take("asked") {
            matcher.kind = .question
        } else if !reader.take("mailed") {
            throw reader.fault("mailed, texted, called or asked")
        }
        let amount = isNever ? nil : try amount(&reader)
        if reader.take("saying") { matcher.words = try reader.quotation() }
        return try happens(matcher, amount, isNever: isNever, &reader)
    }
}
