import AlarmCore
import StrictYAML

extension StepReader {
    func phone(_ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let name = try object.required("phone") { value throws(YAMLError) in try phoneName(value) }
        let event = try object.optional("does") { value throws(YAMLError) in try value.word(PhoneEvent.self) }
        let tap = try object.optional("taps") { value throws(YAMLError) in try value.word(NotificationTap.self) }
        let settings = try PhoneSettings(reading: &object)
        if let tap {
            guard event == nil, settings == PhoneSettings() else {
                throw object.value.contradiction("\(name) does more than to tap: expected a step of its own for each")
            }
            return .tap(phone: name, tap)
        }
        guard let event else {
            guard settings != PhoneSettings() else {
                throw object.value.contradiction(
                    "nothing changes on \(name): expected does, or a setting as in offline: true"
                )
            }
            return .change(phone: name, settings)
        }
        guard settings == PhoneSettings() else {
            throw object.value.contradiction("\(name) does something and changes: expected a step of its own for each")
        }
        return .event(phone: name, event)
    }

    func post(_ service: MessagingService, _ object: inout YAMLObject) throws(YAMLError) -> ScenarioStep.Action {
        let word = service.rawValue
        let event = try object.required(word) { value throws(YAMLError) in
            guard scenario.services.contains(service) else {
                throw value.contradiction("nobody is reached by \(word): expected a contact who is")
            }
            return try value.word(MessagingServiceEvent.self)
        }
        return .post(service, event)
    }

    func gateway(_ object: inout YAMLObject) throws(YAMLError) -> GatewayEvent {
        let word = try object.required("gateway") { value throws(YAMLError) in
            guard let word = value.scalar, GatewayEvent.words.contains(word) else {
                throw value.mismatch("one of \(GatewayEvent.words.joined(separator: ", "))")
            }
            return word
        }
        guard let fault = GatewayEvent.Fault(rawValue: word) else {
            return word == "down" ? .goDown : word == "up" ? .comeUp : .recover
        }
        let phone = try object.optional("for") { value throws(YAMLError) in
            guard fault != .goesAway else {
                throw value.contradiction("a connection serves every phone: expected goes-away without for")
            }
            return try phoneName(value)
        }
        let retryAfter = try object.optional("retry-after") { value throws(YAMLError) in
            guard fault == .throttles || fault == .fails else {
                throw value.contradiction("nothing is answered that could say it: expected throttles or fails")
            }
            let span = try value.span()
            guard span >= .seconds(1), span <= .hours(24) else { throw value.mismatch("a span of 1s to 24h") }
            return span
        }
        let every = try object.optional("every") { value throws(YAMLError) in try value.count(in: 1...100_000) }
        return .misbehave(fault, phone: phone, retryAfter: retryAfter, every: every ?? 1)
    }
}
