import AlarmCore
import StrictYAML

/// Reads the phones and the pairs of a scenario.
struct ScenarioPhones {
    private(set) var all: [ScenarioPhone] = []

    init(reading value: YAMLValue) throws(YAMLError) {
        var object = try value.object("phones by name, as in ben: {locked: true}")
        for (name, phone) in object.everything() {
            try ScenarioName.check(name, of: phone)
            all.append(try Self.phone(phone, named: name))
        }
        guard all.count <= 16 else { throw value.contradiction("\(all.count) phones: expected at most 16") }
    }

    /// Refuses phones that all belong to one person.
    func requireTwoPeople(_ value: YAMLValue) throws(YAMLError) {
        guard Set(all.map(\.person)).count < 2 else { return }
        throw value.contradiction(
            "\(all.count == 1 ? "one phone" : "one person"): expected phones of two people or more, or check-ins"
        )
    }

    private static func phone(_ value: YAMLValue, named name: String) throws(YAMLError) -> ScenarioPhone {
        let defaults = name.prefix(1).uppercased() + name.dropFirst()
        if value.isNothing { return ScenarioPhone(name: name, person: defaults) }
        var object = try value.object("what the phone is like, as in {locked: true}, or nothing")
        let person = try object.optional("person") { value throws(YAMLError) in try value.text() } ?? defaults
        let settings = try PhoneSettings(reading: &object)
        try object.finish()
        let phone = ScenarioPhone(name: name, person: person, settings: settings)
        if let problem = settings.contradiction(on: name, in: PhoneState(), isStart: true) {
            throw value.contradiction(problem)
        }
        return phone
    }

    /// Pairs of the first phone's person with everybody else.
    var defaultPairs: [Scenario.Pairing] {
        guard let first = all.first else { return [] }
        var known: Set = [first.person]
        return all.compactMap { known.insert($0.person).inserted ? Scenario.Pairing(first.name, $0.name) : nil }
    }

    /// Reads pairs, as in `[[ana, ben], [cleo, ben]]`.
    func pairs(_ value: YAMLValue) throws(YAMLError) -> [Scenario.Pairing] {
        var pairs: [Scenario.Pairing] = []
        var known: Set<Set<String>> = []
        for item in try value.list("a list of pairs, as in [[ana, ben]]") {
            let names = try item.list("two phones, as in [ana, ben]")
            guard names.count == 2 else { throw item.mismatch("two phones, as in [ana, ben]") }
            let first = try phone(names[0])
            let second = try phone(names[1])
            guard first.person != second.person else {
                throw item.contradiction("both belong to \(first.person): expected phones of two people")
            }
            guard known.insert([first.person, second.person]).inserted else {
                throw item.contradiction(
                    "\(first.person) and \(second.person) are a pair already: expected each pair once"
                )
            }
            pairs.append(Scenario.Pairing(first.name, second.name))
        }
        return pairs
    }

    private func phone(_ value: YAMLValue) throws(YAMLError) -> ScenarioPhone {
        try phone(named: value.scalar, value)
    }

    /// Returns the phone with this name, which is in `value` or at it.
    func phone(named name: String?, _ value: YAMLValue) throws(YAMLError) -> ScenarioPhone {
        guard let phone = all.first(where: { $0.name == name }) else {
            throw value.mismatch("a phone: one of \(all.map(\.name).joined(separator: ", "))")
        }
        return phone
    }
}
