import AlarmCore
import StrictYAML

/// Reads the people of a scenario: phones, people without the app, and check-in plans.
struct ScenarioPeople {
    let phones: ScenarioPhones
    private(set) var contacts: [ScenarioContact] = []
    private(set) var checkIns: [ScenarioCheckIn] = []
    private(set) var circles: [ScenarioCircle] = []

    init(reading object: inout YAMLObject) throws(YAMLError) {
        var source: YAMLValue?
        let phones = try object.required("phones") { value throws(YAMLError) in
            source = value
            return try ScenarioPhones(reading: value)
        }
        self.phones = phones
        checkIns =
            try object.optional("check-ins") { value throws(YAMLError) in
                try Self.checkIns(value, phones)
            } ?? []
        let family = try object.optional("family") { value throws(YAMLError) in
            try ScenarioCircle(readingFamily: value, phones)
        }
        let care = try object.optional("care") { value throws(YAMLError) in
            try ScenarioCircle(readingCare: value, phones)
        }
        circles = [family, care].compactMap(\.self)
        contacts =
            try object.optional("contacts") { value throws(YAMLError) in
                try Self.contacts(value, phones)
            } ?? []
        if let source, checkIns.isEmpty { try phones.requireTwoPeople(source) }
    }

    /// Pairs of the first phone's person with everybody else, if the scenario names no check-ins or circles.
    var defaultPairs: [Scenario.Pairing] { checkIns.isEmpty && circles.isEmpty ? phones.defaultPairs : [] }

    /// Reads `{ana: {threshold: 24h, kind: gentle}}`, where a phone stands for its person.
    private static func checkIns(_ value: YAMLValue, _ phones: ScenarioPhones) throws(YAMLError) -> [ScenarioCheckIn] {
        var object = try value.object("phones and what is watched, as in ana: {threshold: 24h}")
        var plans: [ScenarioCheckIn] = []
        for (name, value) in object.everything() {
            let phone = try phones.phone(named: name, value)
            let people = plans.compactMap { plan in phones.all.first { $0.name == plan.phone }?.person }
            guard !people.contains(phone.person) else {
                throw value.contradiction("\(phone.person) is watched already: expected each person once")
            }
            let defaults = ScenarioCheckIn(phone: name)
            if value.isNothing {
                plans.append(defaults)
                continue
            }
            var settings = try value.object("what is watched, as in {threshold: 24h}, or nothing")
            plans.append(try ScenarioCheckIn(reading: &settings, phone: name, defaults: defaults))
            try settings.finish()
        }
        return plans
    }

    /// Reads `{cleo: {of: ana, email: cleo@example.org}}`.
    private static func contacts(_ value: YAMLValue, _ phones: ScenarioPhones) throws(YAMLError) -> [ScenarioContact] {
        var object = try value.object("people without the app, as in cleo: {of: ana, email: cleo@example.org}")
        var contacts: [ScenarioContact] = []
        for (name, value) in object.everything() {
            try ScenarioName.check(name, of: value)
            guard !phones.all.contains(where: { $0.name == name }) else {
                throw value.contradiction("\(name) is a phone: expected another name")
            }
            let contact = try contact(name, value, phones)
            let isTaken = contacts.contains { other in
                [contact.email, contact.number].contains { $0 != nil && ($0 == other.email || $0 == other.number) }
            }
            guard !isTaken else {
                throw value.contradiction("somebody else has this address: expected one of their own for each")
            }
            contacts.append(contact)
        }
        guard contacts.count <= 16 else {
            throw value.contradiction("\(contacts.count) contacts: expected at most 16")
        }
        return contacts
    }

    private static func contact(
        _ name: String,
        _ value: YAMLValue,
        _ phones: ScenarioPhones
    ) throws(YAMLError) -> ScenarioContact {
        var object = try value.object("who it is, as in {of: ana, email: cleo@example.org}")
        let phone = try object.required("of") { value throws(YAMLError) in
            try phones.phone(named: value.scalar, value).name
        }
        let email = try object.optional("email") { value throws(YAMLError) in
            // The relay has its own rules for addresses; these serve the scenario's mail server alone.
            guard let text = value.scalar, text.split(separator: "@").count == 2, text.utf8.count <= 254,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw value.mismatch("an e-mail address, as in cleo@example.org") }
            return text
        }
        let number = try object.optional("number", Self.number)
        guard email != nil || number != nil else { throw object.missing("email") }
        let language = try object.optional("language") { value throws(YAMLError) in try value.text() }
        let agrees = try object.optional("agrees") { value throws(YAMLError) in try value.flag() }
        try object.finish()
        return ScenarioContact(
            name: name,
            of: phone,
            email: email,
            number: number,
            language: language ?? "en",
            agrees: agrees ?? true
        )
    }

    /// Reads a telephone number.
    static func number(_ value: YAMLValue) throws(YAMLError) -> String {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let text = value.scalar, text.hasPrefix("+"), (8...16).contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy(digits.contains)
        else { throw value.mismatch("a telephone number with its country's code, as in \"+491701234567\"") }
        return text
    }
}
