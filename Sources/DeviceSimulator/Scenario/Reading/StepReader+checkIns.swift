import AlarmCore
import StrictYAML

extension StepReader {
    /// Reads `check-in: ana, place: [52.5163, 13.3777]`.
    func checkIn(_ object: inout YAMLObject) throws(YAMLFault) -> ScenarioStep.Action {
        let phone = try object.required("check-in") { value throws(YAMLFault) in try phoneName(value) }
        return .checkIn(phone: phone, try object.optional("place", Self.place))
    }

    /// Reads `plan: ana, threshold: 48h`, which goes on from what the person asked for last.
    func plan(_ object: inout YAMLObject) throws(YAMLFault) -> ScenarioCheckIn {
        let times = times
        let last = try object.required("plan") { value throws(YAMLFault) in
            let name = try phoneName(value)
            guard let plan = situation.plan(of: name) else {
                throw value.contradiction("\(name) has nothing to change: expected it among the check-ins")
            }
            return plan
        }
        var plan = try ScenarioCheckIn(reading: &object, phone: last.phone, usual: last)
        plan.pausedUntil = try object.optional("paused-until") { value throws(YAMLFault) in
            try Self.moment(value, times)
        }
        guard plan != last else {
            throw object.value.contradiction("nothing changes: expected kind, threshold or paused-until")
        }
        return plan
    }

    /// Reads `contact: cleo, does: unsubscribe`.
    func contact(_ object: inout YAMLObject) throws(YAMLFault) -> ScenarioStep.Action {
        let name = try object.required("contact") { value throws(YAMLFault) in
            guard let name = value.scalar, scenario.contact(name) != nil else {
                let known = scenario.contacts.map(\.name).joined(separator: ", ")
                throw value.mismatch(known.isEmpty ? "a contact, and there is none" : "a contact: one of \(known)")
            }
            return name
        }
        return .contact(name, try object.required("does") { value throws(YAMLFault) in try value.word() })
    }

    /// Takes the name of a phone whose person is to check in.
    func watched(_ value: YAMLValue) throws(YAMLFault) -> String {
        let name = try phoneName(value)
        guard situation.plan(of: name) != nil else {
            throw value.contradiction("\(name) has nothing to rehearse: expected it among the check-ins")
        }
        return name
    }

    /// Reads latitude and longitude in degrees.
    static func place(_ value: YAMLValue) throws(YAMLFault) -> Place {
        let form = "latitude and longitude in degrees, as in [52.5163, 13.3777]"
        let numbers = try value.list(form).map { $0.scalar.flatMap(Double.init) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let place = try? Place(latitude: latitude, longitude: longitude)
        else { throw value.mismatch(form) }
        return place
    }
}

extension ScenarioCheckIn {
    /// Takes what an object says about a plan; what it does not say is as in `usual`.
    init(reading object: inout YAMLObject, phone: String, usual: ScenarioCheckIn) throws(YAMLFault) {
        let kind = try object.optional("kind") { value throws(YAMLFault) in try value.word(CheckInPlan.Kind.self) }
        let threshold = try object.optional("threshold") { value throws(YAMLFault) in
            let span = try value.span()
            let allowed = CheckInLimits.thresholds
            guard allowed.contains(span) else {
                throw value.mismatch("a span of \(allowed.lowerBound) to \(allowed.upperBound)")
            }
            return span
        }
        self.init(phone: phone, kind: kind ?? usual.kind, threshold: threshold ?? usual.threshold)
    }
}
