import AlarmCore
import StrictYAML

extension ScenarioCircle {
    /// Reads `{parents: [ana, ben], children: [cleo], snooze-limit: 30m}`.
    init(readingFamily value: YAMLValue, _ phones: ScenarioPhones) throws(YAMLError) {
        var object = try value.object("who is in the family, as in {parents: [ana], children: [cleo]}")
        let parents = try object.required("parents") { value throws(YAMLError) in try Self.names(value, phones) }
        let children =
            try object.optional("children") { value throws(YAMLError) in try Self.names(value, phones) } ?? []
        let limit = try object.optional("snooze-limit") { value throws(YAMLError) in
            let span = try value.span()
            guard Circle.snoozeLimits.contains(span) else { throw value.mismatch("a span of 0s to 24h") }
            return span
        }
        try object.finish()
        guard let founder = parents.first else {
            throw value.contradiction("nobody is a parent: expected one parent or more")
        }
        try Self.requireEachOnce(parents + children, value, phones)
        self.init(
            kind: .family,
            founder: founder,
            members: parents.dropFirst().map { Member(phone: $0, role: .parent) }
                + children.map { Member(phone: $0, role: .child) },
            snoozeLimit: limit ?? Circle.defaultSnoozeLimit
        )
    }

    /// Reads `{dweller: ana, members: {ben: {priority: 1, number: "+491701234567"}}, inactivity: 2h}`.
    init(readingCare value: YAMLValue, _ phones: ScenarioPhones) throws(YAMLError) {
        var object = try value.object("who is in the care circle, as in {dweller: ana, members: {ben: {priority: 1}}}")
        let dweller = try object.required("dweller") { value throws(YAMLError) in
            try phones.phone(named: value.scalar, value).name
        }
        var members: [Member] = []
        try object.required("members") { value throws(YAMLError) in
            var entries = try value.object("phones of the members, as in ben: {priority: 1}")
            for (name, value) in entries.everything() {
                members.append(try Member(reading: value, phone: phones.phone(named: name, value).name))
            }
        }
        let settings = try CareSettings(reading: &object)
        try object.finish()
        try Self.requireEachOnce([dweller] + members.map(\.phone), value, phones)
        let numbers = members.compactMap(\.number)
        guard Set(numbers).count == numbers.count else {
            throw value.contradiction("two members have one number: expected one of their own for each")
        }
        self.init(kind: .care, founder: dweller, members: members, settings: settings)
    }

    private static func names(_ value: YAMLValue, _ phones: ScenarioPhones) throws(YAMLError) -> [String] {
        var names: [String] = []
        for item in try value.list("a list of phones, as in [ana, ben]") {
            names.append(try phones.phone(named: item.scalar, item).name)
        }
        return names
    }

    private static func requireEachOnce(
        _ names: [String],
        _ value: YAMLValue,
        _ phones: ScenarioPhones
    ) throws(YAMLError) {
        var people: Set<String> = []
        for name in names {
            let person = phones.all.first { $0.name == name }?.person ?? name
            guard people.insert(person).inserted else {
                throw value.contradiction("\(person) is in it twice: expected each person once")
            }
        }
    }
}

extension ScenarioCircle.Member {
    fileprivate init(reading value: YAMLValue, phone: String) throws(YAMLError) {
        self.init(phone: phone, role: .member)
        if value.isNothing { return }
        var object = try value.object("what the member is told, as in {priority: 1}, or nothing")
        priority =
            try object.optional("priority") { value throws(YAMLError) in
                try value.count(in: Membership.tiers)
            } ?? priority
        permissions = try object.optional("knows") { value throws(YAMLError) in
            var permissions: Set<Permission> = []
            let form = "one of status, place, history, fall, inactivity, wellness, manual, glucose"
            for item in try value.list("a list in brackets: \(form)") {
                guard let word = item.scalar,
                    let permission = Permission.alert(word) ?? Permission(rawValue: word),
                    Permission.care.contains(permission)
                else { throw item.mismatch(form) }
                permissions.insert(permission)
            }
            return permissions
        }
        number = try object.optional("number", ScenarioPeople.number)
        calls = try object.optional("calls") { value throws(YAMLError) in
            guard let answer = value.scalar.flatMap({ ScenarioCircle.CallAnswer(rawValue: $0) }) else {
                throw value.mismatch("presses or voicemail")
            }
            guard number != nil else {
                throw value.contradiction("nobody can be called without a number: expected one beside it")
            }
            return answer
        }
        language = try object.optional("language") { value throws(YAMLError) in try value.text() } ?? language
        try object.finish()
    }
}

extension CareSettings {
    /// Takes the settings of a dweller's alerts out of an object, and leaves the rest.
    fileprivate init(reading object: inout YAMLObject) throws(YAMLError) {
        self.init()
        countdowns =
            try object.optional("countdowns") { value throws(YAMLError) in
                var object = try value.object("countdowns by kind, as in {fall: 60s}")
                var chosen: [CareSignal.Kind: Span] = [:]
                for kind in CareSignal.Kind.allCases {
                    chosen[kind] = try object.optional(kind.rawValue) { value throws(YAMLError) in try value.span() }
                }
                try object.finish()
                return try value.checked { () throws(CareError) in try CareCountdowns(chosen) }
            } ?? countdowns
        glucose = try object.optional("glucose") { value throws(YAMLError) in
            let bounds = try value.list("the lowest and the highest good reading in mg/dL, as in [70, 180]")
            guard bounds.count == 2 else { throw value.mismatch("two readings in mg/dL, as in [70, 180]") }
            let (low, high) = (try bounds[0].count(in: 1...1500), try bounds[1].count(in: 1...1500))
            return try value.checked { () throws(CareError) in try GlucoseThresholds(low: low, high: high) }
        }
        quietHours = try object.optional("quiet-hours") { value throws(YAMLError) in
            let form = "two times of day in quotes, as in [\"22:00\", \"07:00\"]"
            let times = try value.list(form).map { $0.scalar.flatMap(Self.time) }
            guard times.count == 2, let from = times[0], let until = times[1] else { throw value.mismatch(form) }
            return try value.checked { () throws(CareError) in try QuietHours(from: from, until: until) }
        }
        inactivity = try object.optional("inactivity") { value throws(YAMLError) in
            let span = try value.span()
            return try value.checked { () throws(CareError) in try InactivityRule(wait: span) }
        }
    }

    /// Reads `22:00`.
    private static func time(_ text: String) -> LocalTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        return LocalTime(hour: hour, minute: minute)
    }
}

extension YAMLValue {
    /// Returns the result of `make`; an error of the care rules becomes a fault of this value.
    fileprivate func checked<Value>(_ make: () throws(CareError) -> Value) throws(YAMLError) -> Value {
        do {
            return try make()
        } catch {
            throw contradiction("\(error)")
        }
    }
}
