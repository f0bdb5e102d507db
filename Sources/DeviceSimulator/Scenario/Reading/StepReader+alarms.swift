import AlarmCore
import StrictYAML

extension StepReader {
    /// Default message of an alarm.
    private static let defaultText = "Wake up"
    /// Longest lead of an alarm.
    private static let furthest = Span.days(400)

    mutating func sending(_ object: inout YAMLObject, _ at: Instant) throws(YAMLError) -> ScenarioStep.Sending {
        let reader = self
        let alarm = try object.required("send") { value throws(YAMLError) in try reader.freshName(value) }
        let sender = try object.optional("from") { value throws(YAMLError) in try reader.phoneName(value) }
        let from = sender ?? scenario.pairs.first?.inviter ?? ""
        let defaults =
            scenario.pairs.first { $0.inviter == from }?.claimer
            ?? scenario.pairs.first { $0.claimer == from }?.inviter
        let receiver = try object.optional("to") { value throws(YAMLError) in try reader.phoneName(value) }
        guard let to = receiver ?? defaults else { throw object.missing("to") }
        if let problem = scenario.problem(from: from, to: to) { throw object.value.contradiction(problem) }
        let due = try object.required("due") { value throws(YAMLError) in try reader.due(value, notBefore: at) }
        let text = try object.optional("text") { value throws(YAMLError) in try value.text() }
        let rule = try object.optional("repeat") { value throws(YAMLError) -> RecurrenceRule in
            guard let rule = value.scalar.flatMap({ try? RecurrenceRule($0) }) else {
                throw value.mismatch("a rule, as in FREQ=WEEKLY;BYDAY=MO,TU")
            }
            return rule
        }
        let zone = try object.optional("zone", PhoneSettings.zone)
        if rule != nil, zone == nil { throw object.missing("zone") }
        if rule == nil, zone != nil {
            throw object.value.contradiction("a zone without a rule to follow in it: expected repeat, or no zone")
        }
        times.dues[alarm] = due
        return ScenarioStep.Sending(
            alarm: alarm,
            sender: from,
            receiver: to,
            due: due,
            text: text ?? Self.defaultText,
            rule: rule,
            zone: zone
        )
    }

    /// Takes a name that is not in use yet.
    func freshName(_ value: YAMLValue) throws(YAMLError) -> String {
        let name = try value.text()
        try ScenarioName.check(name, of: value)
        guard scenario.phone(name) == nil else {
            throw value.contradiction("\(name) is a phone: expected another name")
        }
        guard scenario.contact(name) == nil else {
            throw value.contradiction("\(name) is a contact: expected another name")
        }
        guard dues[name] == nil else {
            throw value.contradiction("\(name) was sent before: expected another name")
        }
        return name
    }

    func move(_ object: inout YAMLObject, _ at: Instant) throws(YAMLError) -> ScenarioStep.Action {
        let alarm = try object.required("move") { value throws(YAMLError) in try alarmName(value) }
        let due = try object.required("due") { value throws(YAMLError) in try self.due(value, notBefore: at) }
        return .move(alarm: alarm, due: due)
    }

    func cancel(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let alarm = try object.required("cancel") { value throws(YAMLError) in try alarmName(value) }
        let by = try object.optional("by") { value throws(YAMLError) in try phoneName(value) }
        let sending = situation.sendings[alarm]
        return .cancel(alarm: alarm, by: by ?? sending?.sender ?? "")
    }

    func revoke(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let other = try object.required("revoke") { value throws(YAMLError) in try phoneName(value) }
        let by = try object.required("by") { value throws(YAMLError) in try phoneName(value) }
        if let problem = scenario.problem(from: by, to: other) { throw object.value.contradiction(problem) }
        return .revoke(by: by, with: other)
    }

    /// Takes a due time: a span since the start, or an ISO 8601 time; it may lie after the run's end.
    func due(_ value: YAMLValue, notBefore at: Instant) throws(YAMLError) -> Instant {
        var times = times
        times = SentenceReader.Times(start: times.start, end: times.start + Self.furthest, dues: times.dues)
        let due = try Self.moment(value, times)
        guard due >= at else {
            throw value.contradiction("it is due \(at - due) before it is set: expected \(at - times.start) or later")
        }
        return due
    }
}

extension Scenario {
    /// Returns the reason why one phone's user cannot set alarms for another's; nil if they can.
    fileprivate func problem(from: String, to: String) -> String? {
        guard let sender = phone(from)?.person, let receiver = phone(to)?.person else { return "expected two phones" }
        let isPaired = pairs.contains { pair in
            let people = [phone(pair.inviter)?.person, phone(pair.claimer)?.person]
            return people.contains(sender) && people.contains(receiver) && sender != receiver
        }
        return isPaired ? nil : "\(from) and \(to) are no pair: expected phones of two people who are paired"
    }
}
