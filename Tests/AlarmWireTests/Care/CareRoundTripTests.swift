import AlarmCore
import Testing

@testable import AlarmWire

@Suite("Messages about care circles")
struct CareRoundTripTests {
    @Test("Every message is read as it was written")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            try expectRoundTrip(try settings(&random))
            try expectRoundTrip(CarePause(until: random.instant()))
            let place = random.chance(1, in: 2) ? try place(&random) : nil
            try expectRoundTrip(
                CareSignalRequest(try signal(&random), place: place, timeZone: random.maybe { $0.zone() })
            )
            try expectRoundTrip(
                CareActivityReport(timeZone: random.maybe { $0.zone() }, place: place, days: days(&random))
            )
            try expectRoundTrip(CareNote(alert: random.identifier(), text: "I fell ❤️"))
            try expectRoundTrip(CareNoteRequest(sealed: [random.identifier(): random.sealed()]))
            try expectRoundTrip(CarePhone(phone: "+491701234567", name: "Ben", language: "zh-Hant"))
            let alert = alert(&random, at: place)
            try expectRoundTrip(CareHistory(alerts: [alert], next: random.maybe { $0.identifier() }, notice: "-"))
            let status = CareStatus(
                lastActivity: random.maybe { $0.instant() },
                asksAt: random.maybe { $0.instant() },
                pausedUntil: random.maybe { $0.instant() },
                quietUntil: random.maybe { $0.instant() },
                place: place
            )
            let dweller = CareDwellerView(
                circle: random.identifier(),
                circleName: "home",
                name: random.maybe { _ in "Ana" },
                isSelf: random.chance(1, in: 2),
                status: random.maybe { _ in status },
                alerts: [alert],
                unresolved: random.maybe { _ in [alert] }
            )
            try expectRoundTrip(CareOverview(dwellers: [dweller], notice: "-"))
            let phone = ContactView(
                id: random.identifier(),
                contact: ContactRequest(name: "Ben", phone: "+491701234567"),
                consent: random.word(),
                since: random.instant()
            )
            try expectRoundTrip(CareOverview(dwellers: [], notice: "-", phone: phone))
        }
    }

    @Test(
        "Invalid settings of a dweller are refused, with the pointer and the valid range",
        arguments: [
            (#"{"inactivity":3599}"#, "/inactivity"),
            (#"{"inactivity":14401}"#, "/inactivity"),
            (#"{"countdowns":{"fall":29}}"#, "/countdowns/fall"),
            (#"{"countdowns":{"fire":30}}"#, "/countdowns/fire"),
            (#"{"glucose":{"low":30,"high":180}}"#, "/glucose/low"),
            (#"{"quietHours":{"from":"22:00","until":"22:00"}}"#, "/quietHours"),
            (#"{"quietHours":{"from":"24:00","until":"07:00"}}"#, "/quietHours/from"),
            (#"{"wellness":{"stillness":36000,"days":1}}"#, "/wellness/days"),
            (#"{"paused":true}"#, "/paused"),
        ]
    )
    func refused(text: String, pointer: String) {
        let error = #expect(throws: WireError.self) { try CareSettings(wire: Array(text.utf8)) }
        #expect(error?.pointer == pointer)
    }

    @Test(
        "A reading belongs to a glucose signal, which needs one in a sensor's range",
        arguments: [
            #"{"kind":"glucose"}"#, #"{"kind":"fall","reading":60}"#, #"{"kind":"glucose","reading":0}"#,
            #"{"kind":"glucose","reading":1501}"#, #"{"kind":"fire"}"#,
        ]
    )
    func readings(text: String) {
        #expect(throws: WireError.self) { try CareSignalRequest(wire: Array(text.utf8)) }
    }

    private func expectRoundTrip<Message: WireMessage & Equatable>(_ message: Message) throws {
        #expect(try Message(wire: message.wire, limits: .answer) == message)
    }

    private func settings(_ random: inout SeededGenerator) throws -> CareSettings {
        var chosen: [CareSignal.Kind: Span] = [:]
        for kind in CareSignal.Kind.allCases where random.chance(1, in: 3) {
            chosen[kind] = .seconds(Int64(random.number(30...120)))
        }
        var settings = CareSettings(countdowns: try CareCountdowns(chosen), pausedUntil: random.maybe { $0.instant() })
        if random.chance(1, in: 2) {
            settings.inactivity = try InactivityRule(wait: .seconds(Int64(random.number(3600...14_400))))
        }
        if random.chance(1, in: 2) {
            let stillness = Span.seconds(Int64(random.number(3600...82_800)))
            settings.wellness = try WellnessPattern(stillness: stillness, days: random.number(2...14))
        }
        if random.chance(1, in: 2) {
            settings.glucose = try GlucoseThresholds(low: random.number(40...110), high: random.number(120...450))
        }
        if random.chance(1, in: 2), let until = LocalTime(hour: random.number(1...18), minute: 0) {
            settings.quietHours = try QuietHours(from: .midnight, until: until)
        }
        return settings
    }

    private func signal(_ random: inout SeededGenerator) throws -> CareSignal {
        let reading = try GlucoseReading(milligramsPerDecilitre: random.number(1...1500))
        return random.pick([.fall, .inactivity, .wellness, .manual, .glucose(reading)])
    }

    private func place(_ random: inout SeededGenerator) throws -> Place {
        try Place(
            latitudeSteps: Int64(random.number(-900_000_000...900_000_000)),
            longitudeSteps: Int64(random.number(-1_800_000_000...1_800_000_000)),
            accuracy: random.maybe { $0.number(0...100_000) }
        )
    }

    private func days(_ random: inout SeededGenerator) -> [WellnessDay] {
        (0..<random.number(0...14)).map { number in
            WellnessDay(
                date: LocalDate(daysSinceEpoch: 20_000 + number),
                stillness: .seconds(Int64(random.number(0...90_000)))
            )
        }
    }

    private func alert(_ random: inout SeededGenerator, at place: Place?) -> CareAlertView {
        CareAlertView(
            id: random.identifier(),
            circle: random.identifier(),
            kind: random.word(),
            reading: random.maybe { $0.number(1...1500) },
            state: random.word(),
            held: random.maybe { $0.word() },
            at: random.instant(),
            due: random.maybe { $0.instant() },
            telling: random.maybe { $0.word() },
            audience: random.number(0...30),
            place: place,
            endedAt: random.maybe { $0.instant() },
            endedBy: random.maybe { _ in "Ben" },
            leftAt: random.maybe { $0.instant() },
            continues: random.maybe { $0.identifier() },
            told: [
                CareTold(
                    person: random.identifier(),
                    name: random.maybe { _ in "Ben" },
                    means: random.word(),
                    at: random.instant(),
                    outcome: random.word()
                )
            ],
            notice: "-"
        )
    }
}
