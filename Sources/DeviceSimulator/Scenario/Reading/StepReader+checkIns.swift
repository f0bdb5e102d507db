import AlarmCore
import StrictYAML

extension StepReader {
    /// Reads `check-in: ana, place: [52.5163, 13.3777]`.
    func checkIn(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let phone = try object.required("check-in") { value throws(YAMLError) in try phoneName(value) }
        return .checkIn(phone: phone, try object.optional("place", Self.place))
    }

    /// Reads `plan: ana, threshold: 48h`, in which missing members keep the person's last values.
    func plan(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioCheckIn {
        let times = times
        let last = try object.required("plan") { value throws(YAMLError) in
            let name = try phoneName(value)
            guard let plan = situation.plan(of: name) else {
                throw value.contradiction("\(name) has nothing to change: expected it among the check-ins")
            }
            return plan
        }
        var plan = try ScenarioCheckIn(reading: &object, phone: last.phone, defaults: last)
        plan.pausedUntil = try object.optional("paused-until") { value throws(YAMLError) in
            try Self.moment(value, times)
        }
        guard plan != last else {
            throw object.value.contradiction("nothing changes: expected kind, threshold or paused-until")
        }
        return plan
    }

    /// Reads `contact: cleo, does: unsubscribe`.
    func contact(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let name = try object.required("contact") { value throws(YAMLError) in
            guard let name = value.scalar, scenario.contact(name) != nil else {
                let known = scenario.contacts.map(\.name).joined(separator: ", ")
                throw value.mismatch(known.isEmpty ? "a contact, and there is none" : "a contact: one of \(known)")
            }
            return name
        }
        return .contact(name, try object.required("does") { value throws(YAMLError) in try value.word() })
    }

    /// Takes the name of a phone whose person has a check-in plan.
    func watched(_ value: YAMLValue) throws(YAMLError) -> String {
        let name = try phoneName(value)
        guard situation.plan(of: name) != nil else {
            throw value.contradiction("\(name) has nothing to rehearse: expected it among the check-ins")
        }
        return name
    }

    /// Reads latitude and longitude in degrees.
    static func place(_ value: YAMLValue) throws(YAMLError) -> Place {
        let form = "latitude and longitude in degrees, as in [52.5163, 13.3777]"
        let numbers = try value.list(form).map { $0.scalar.flatMap(Double.init) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let place = try? Place(latitude: latitude, longitude: longitude)
        else { throw value.mismatch(form) }
        return place
    }
}

extension ScenarioCheckIn {
    /// Takes the members of a plan out of an object; missing members are taken from `defaults`.
    init(reading object: inout YAMLObject, phone: String, defaults: ScenarioCheckIn) throws(YAMLError) {
        let kind = try object.optional("kind") { value throws(YAMLError) in try value.word(CheckInPlan.Kind.self) }
        let threshold = try object.optional("threshold") { value throws(YAMLError) in
            let span = try value.span()
            let allowed = CheckInLimits.thresholds
            guard allowed.contains(span) else {
                throw value.mismatch("a span of \(allowed.lowerBound) to \(allowed.upperBound)")
            }
            return span
        }
        self.init(phone: phone, kind: kind ?? defaults.kind, threshold: threshold ?? defaults.threshold)
    }
}
