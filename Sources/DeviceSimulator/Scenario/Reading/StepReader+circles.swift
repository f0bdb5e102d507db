import AlarmCore
import StrictYAML

extension StepReader {
    /// Default title of a reminder.
    private static let defaultTitle = "Homework"

    /// Reads `remind: homework, from: ana, to: cleo, due: 10m`.
    mutating func remind(_ object: inout YAMLObject, _ at: Instant) throws(YAMLError) -> ScenarioReminder {
        let reader = self
        let label = try object.required("remind") { value throws(YAMLError) in
            guard scenario.circle(.family) != nil else {
                throw value.contradiction("there is no family to set reminders in: expected one under 'family'")
            }
            return try reader.freshName(value)
        }
        let from = try object.optional("from") { value throws(YAMLError) in try reader.member(value, of: .family) }
        let creator = from ?? scenario.circle(.family)?.founder ?? ""
        let to = try object.optional("to") { value throws(YAMLError) in try reader.member(value, of: .family) }
        let due = try object.required("due") { value throws(YAMLError) in try reader.due(value, notBefore: at) }
        let title = try object.optional("text") { value throws(YAMLError) in try value.text() }
        let rule = try object.optional("repeat") { value throws(YAMLError) -> RecurrenceRule in
            guard let rule = value.scalar.flatMap({ try? RecurrenceRule($0) }), rule.frequency == .weekly,
                !rule.weekdays.isEmpty, ReminderLimits.intervals.contains(rule.interval)
            else { throw value.mismatch("a weekly rule of selected days, as in FREQ=WEEKLY;BYDAY=MO,TU") }
            return rule
        }
        let zone = try object.optional("zone", PhoneSettings.zone)
        if rule != nil, zone == nil { throw object.missing("zone") }
        if rule == nil, zone != nil {
            throw object.value.contradiction("a zone without a rule to follow in it: expected repeat, or no zone")
        }
        let place = try object.optional("place", Self.place)
        times.dues[label] = due
        return ScenarioReminder(
            label: label,
            creator: creator,
            assignee: to ?? creator,
            due: due,
            title: title ?? Self.defaultTitle,
            rule: rule,
            zone: zone,
            place: place
        )
    }

    /// Reads `complete: homework, by: cleo` and the like; by the assignee by default.
    func deed(
        _ verb: String,
        _ object: inout YAMLObject,
        _ read: (inout YAMLObject) throws(YAMLError) -> ReminderAction
    ) throws(YAMLError) -> ScenarioStep.Action {
        let reminder = try object.required(verb) { value throws(YAMLError) in
            guard let reminder = value.scalar.flatMap({ situation.reminders[$0] }) else {
                let known = situation.reminders.keys.sorted().joined(separator: ", ")
                throw value.mismatch(
                    known.isEmpty ? "a reminder, and none was set before" : "a reminder that was set: one of \(known)"
                )
            }
            return reminder
        }
        let by = try object.optional("by") { value throws(YAMLError) in try member(value, of: .family) }
        return .reminder(reminder.label, by: by ?? reminder.assignee, try read(&object))
    }

    /// Reads `signal: tumble, of: fall, from: ana`; from the dweller's phone by default.
    mutating func signal(_ object: inout YAMLObject, _ at: Instant) throws(YAMLError) -> ScenarioStep.Action {
        let reader = self
        let label = try object.required("signal") { value throws(YAMLError) in
            guard scenario.circle(.care) != nil else {
                throw value.contradiction("there is no care circle to signal to: expected one under 'care'")
            }
            return try reader.freshName(value)
        }
        let from = try object.optional("from") { value throws(YAMLError) in try reader.dweller(value) }
        let kind = try object.required("of") { value throws(YAMLError) in try value.word(CareSignal.Kind.self) }
        let reading = try object.optional("reading") { value throws(YAMLError) in
            guard kind == .glucose else {
                throw value.contradiction("only a glucose sensor gives a reading: expected of: glucose")
            }
            let count = try value.count(in: CareLimits.glucoseReadings)
            guard let reading = try? GlucoseReading(milligramsPerDecilitre: count) else {
                throw value.mismatch("a reading in mg/dL")
            }
            return reading
        }
        let signal: CareSignal
        switch kind {
        case .fall: signal = .fall
        case .inactivity: signal = .inactivity
        case .wellness: signal = .wellness
        case .manual: signal = .manual
        case .glucose:
            guard let reading else { throw object.missing("reading") }
            signal = .glucose(reading)
        }
        times.dues[label] = at
        return .signal(label, from: from ?? scenario.circle(.care)?.founder ?? "", signal)
    }

    /// Reads `pause-care: ana, until: 5h`.
    func pauseCare(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let times = times
        let phone = try object.required("pause-care") { value throws(YAMLError) in try dweller(value) }
        let end = try object.required("until") { value throws(YAMLError) in try Self.moment(value, times) }
        return .pauseCare(phone: phone, until: end)
    }

    /// Takes the name of a phone of the care circle's dweller.
    func dweller(_ value: YAMLValue) throws(YAMLError) -> String {
        let name = try phoneName(value)
        guard let founder = scenario.circle(.care)?.founder,
            scenario.phone(founder)?.person == scenario.phone(name)?.person
        else { throw value.contradiction("\(name) is no dweller's phone: expected the dweller under 'care'") }
        return name
    }

    private func member(_ value: YAMLValue, of kind: Circle.Kind) throws(YAMLError) -> String {
        let name = try phoneName(value)
        guard let circle = scenario.circle(kind), scenario.isMember(name, of: circle) else {
            throw value.contradiction("\(name) is not in the \(kind.rawValue): expected a phone of somebody who is")
        }
        return name
    }
}
