import AlarmCore
import AlarmWire
import Storage

extension OpenAPISamples {
    /// Requests about care circles.
    static func careRequests() throws -> [Request] {
        let place = try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12)
        let day = WellnessDay(date: LocalDate(daysSinceEpoch: 20_000), stillness: .hours(9))
        let countdowns = try CareCountdowns(
            Dictionary(uniqueKeysWithValues: CareSignal.Kind.allCases.map { ($0, .seconds(45)) })
        )
        let glucose = try GlucoseThresholds(low: 70, high: 180)
        let quiet = try QuietHours(from: .midnight, until: LocalTime(hour: 7, minute: 0) ?? .midnight)
        let pattern = try WellnessPattern(stillness: .hours(10), days: 3)
        let reading = CareSignal.glucose(try GlucoseReading(milligramsPerDecilitre: 60))
        return [
            Request(
                "CareSettings",
                CareSettings(
                    countdowns: countdowns,
                    glucose: glucose,
                    quietHours: quiet,
                    inactivity: try InactivityRule(wait: .hours(2)),
                    wellness: pattern,
                    pausedUntil: now
                )
            ),
            Request("CareCountdowns", countdowns),
            Request("GlucoseThresholds", glucose),
            Request("QuietHours", quiet),
            Request("WellnessPattern", pattern),
            Request("CarePause", CarePause(until: now)),
            Request("CarePhone", CarePhone(phone: "+491701234567", name: "Ben", calls: true)),
            Request(
                "CareSignal",
                CareSignalRequest(reading, place: place, timeZone: "Europe/Berlin"),
                CareSignalRequest(.fall)
            ),
            Request("CareNote", CareNoteRequest(sealed: [id(): try SealedText.sample()])),
            Request("CareActivity", CareActivityReport(timeZone: "Europe/Berlin", place: place, days: [day])),
            Request("StillDay", day),
            Request(
                "CareInvitation",
                CareInvitationRequest(circle: id(), phone: "+491701234567", link: "https://a.b/p#", name: "Ben"),
                CareInvitationRequest(circle: id(), email: "ben@example.org", link: "https://a.b/p#", name: "Ben")
            ),
        ]
    }

    /// Responses about care circles.
    static func careAnswers() throws -> [SampleResponse] {
        let place = try Place(latitude: 52.5163, longitude: 13.3777)
        let alert = CareAlertView(
            id: id(),
            circle: id(),
            kind: .fall,
            state: .counting,
            at: now,
            audience: 1,
            notice: "-"
        )
        var full = alert
        full.reading = 60
        full.held = .paused
        full.due = now
        full.telling = .done
        full.place = place
        full.placeAt = now
        full.endedAt = now
        full.endedBy = "Ben"
        full.resolvedAt = now
        full.resolvedBy = "Carla"
        full.leftAt = now
        full.continues = id()
        let note = CareNoteView(from: id(), words: try SealedText.sample())
        full.notes = [note]
        return [
            SampleResponse("CareNoteView", note),
            SampleResponse("CareAlertView", alert, full),
            SampleResponse(
                "CareTold",
                CareTold(person: id(), name: "Ben", means: .sms, at: now, outcome: .sent),
                CareTold(person: id(), name: nil, means: .push, at: now, outcome: .refused)
            ),
            SampleResponse(
                "CareHistory",
                CareHistory(alerts: [alert], next: id(), notice: "-"),
                CareHistory(alerts: [], notice: "-")
            ),
            SampleResponse(
                "CareOverview",
                CareOverview(
                    dwellers: [],
                    notice: "-",
                    phone: ContactView(
                        id: id(),
                        contact: ContactRequest(name: "Ben", phone: "+491701234567", calls: true),
                        consent: .confirmed,
                        agreed: [.sms],
                        since: now
                    )
                ),
                CareOverview(dwellers: [], notice: "-")
            ),
            SampleResponse(
                "CareDwellerView",
                CareDwellerView(
                    circle: id(),
                    circleName: "home",
                    name: "Ana",
                    isSelf: true,
                    status: CareStatus(),
                    state: .notHeard,
                    audience: 1,
                    alerts: [],
                    lastAlert: full,
                    unresolved: [full]
                ),
                CareDwellerView(circle: id(), circleName: "home", name: nil, isSelf: false, status: nil, alerts: [])
            ),
            SampleResponse(
                "CareStatus",
                CareStatus(
                    lastActivity: now,
                    lastSign: now,
                    asksAt: now,
                    pausedUntil: now,
                    quietUntil: now,
                    place: place,
                    placeAt: now
                ),
                CareStatus()
            ),
        ]
    }
}
