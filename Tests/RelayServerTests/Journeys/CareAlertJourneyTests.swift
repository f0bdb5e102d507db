import AlarmCore
import AlarmWire
import DeviceKit
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("System 5, the care circle: signals and alerts", .timeLimit(.minutes(10)))
struct CareAlertJourneyTests {
    @Test(
        "A signal asks the dweller on every device first, for 30 to 120 s by its urgency, and then tells the members",
        arguments: [
            (CareSignal.fall, Span.seconds(30)), (.manual, .seconds(30)), (.inactivity, .seconds(120)),
            (.wellness, .seconds(120)),
        ]
    )
    func countdown(signal: CareSignal, countdown: Span) async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            let alert = try await home.ana.signal(CareSignalRequest(signal))
            #expect(alert.state == .counting)
            #expect(alert.due == journey.now + countdown)
            #expect(alert.notice.contains("not a medical device and does not replace emergency services"))
            try await journey.pass(countdown + -.seconds(1))
            #expect(await journey.stages(to: home.ana) == [.countdown])
            #expect(await journey.stages(to: home.anasWatch) == [.countdown])
            #expect(await journey.stages(to: home.ben).isEmpty)
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.ben) == [.alert])
            #expect(try await journey.lastPayload(to: home.ben).contains("Please get in touch with Ana"))
            #expect(try await home.ben.careAlert(alert.id).state == .alerting)
        }
    }

    @Test("The dweller sets a countdown of 30 to 120 s for a kind, and no other is taken")
    func chosenCountdown() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            for span in [Span.seconds(30), .seconds(75), .seconds(120)] {
                _ = try await home.ana.setCareSettings(CareSettings(countdowns: try CareCountdowns([.fall: span])))
                let alert = try await home.ana.signal(CareSignalRequest(.fall))
                #expect(alert.due == journey.now + span)
                _ = try await home.ana.cancelAlert(alert.id)
            }
            let stranger = try await TestDevice(at: journey.relay)
            let mine = CreateCircle(kind: .care, name: "Mine", displayName: "Dora")
            let made = try await stranger.send(Endpoints.Circles.create(mine))
            #expect(made.status == .created)
            for seconds in [29, 121] as [Int64] {
                let settings = Spoken(json: .object(of: ["countdowns": .object(of: ["fall": .integer(seconds)])]))
                let answer = try await stranger.send(.put, Endpoints.Care.setSettings.target, settings)
                #expect(try answer.problem().kind == .malformed)
            }
        }
    }

    @Test("One tap on any of the dweller's devices during the countdown cancels it, and no member is told")
    func cancelled() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            let alert = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.seconds(29))
            #expect(try await home.anasWatch.cancelAlert(alert.id).state == .cancelled)
            try await journey.pass(.hours(1))
            #expect(await journey.stages(to: home.ben).isEmpty)
            #expect(await journey.stages(to: home.carla).isEmpty)
            #expect(await journey.stages(to: home.ana) == [.countdown, .cancel])
        }
    }

    @Test(
        "The first are told by push and text message together, the next after five minutes, and then all, three times"
    )
    func tiers() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.leaveNumber("+491701234567", of: home.ben, called: "Ben")
            let alert = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.seconds(30))
            #expect(await journey.stages(to: home.ben) == [.alert])
            let message = try #require(journey.messages(to: "+491701234567").dropFirst().first)
            #expect(message.contains("Ana may have fallen"))
            #expect(message.contains("Not a medical device. In danger, call emergency services."))
            try await journey.pass(.seconds(299))
            #expect(await journey.stages(to: home.carla).isEmpty)
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.carla) == [.alert])
            try await journey.pass(.minutes(15))
            #expect(await journey.stages(to: home.carla) == [.alert, .alert, .alert, .alert])
            #expect(await journey.stages(to: home.ben) == [.alert, .alert, .alert, .alert, .alert])
            try await journey.pass(.hours(25))
            #expect(await journey.stages(to: home.ana).contains(.noAnswer))
            #expect(await journey.stages(to: home.ben).count == 5)
            #expect(try await home.ana.careAlert(alert.id).state == .unanswered)
        }
    }

    @Test("A member's acknowledgement stops the alert, and tells the dweller and everybody who was told")
    func acknowledged() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.leaveNumber("+491701234567", of: home.ben, called: "Ben")
            let alert = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.minutes(6))
            let answer = try await home.carla.acknowledgeAlert(alert.id)
            #expect(answer.state == .acknowledged)
            #expect(answer.endedBy == "Carla")
            try await journey.catchUp()
            #expect(await journey.stages(to: home.ben) == [.alert, .alert, .alertEnded])
            #expect(await journey.stages(to: home.ana).contains(.acknowledged))
            let message = try #require(journey.messages(to: "+491701234567").last)
            #expect(message.contains("Carla has acknowledged the alert about Ana (a possible fall)."))
            journey.gateway.forget()
            try await journey.pass(.hours(25))
            #expect(journey.gateway.sent.isEmpty)
        }
    }

    @Test("Nothing heard for the hours that the dweller set: they are asked, and 15 min later the members are told")
    func inactivity() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            _ = try await home.ana.setCareSettings(CareSettings(inactivity: try InactivityRule(wait: .hours(2))))
            try await journey.pass(.hours(1))
            #expect(try await home.anasWatch.reportActivity().asksAt == journey.now + .hours(2))
            try await journey.pass(.hours(2) + -.seconds(1))
            #expect(await journey.stages(to: home.ana).isEmpty)
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.ana) == [.areYouWell])
            #expect(await journey.stages(to: home.anasWatch) == [.areYouWell])
            try await journey.pass(.minutes(14))
            #expect(await journey.stages(to: home.ben).isEmpty)
            _ = try await home.ana.reportActivity()
            try await journey.pass(.minutes(30))
            #expect(await journey.stages(to: home.ben).isEmpty, "who answers is well")
            try await journey.pass(.hours(1) + .minutes(45))
            #expect(await journey.stages(to: home.ben) == [.alert])
        }
    }

    @Test("Still days in a row, as still and as many as the dweller set, are an alert")
    func wellness() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            let pattern = try WellnessPattern(stillness: .hours(10), days: 3)
            _ = try await home.ana.setCareSettings(CareSettings(wellness: pattern))
            for (day, isAlert) in [(15, false), (16, false), (17, true)] {
                try await journey.pass(.hours(24))
                let date = try #require(LocalDate(year: 2027, month: 1, day: day))
                _ = try await home.ana.reportActivity(
                    CareActivityReport(days: [WellnessDay(date: date, stillness: .hours(11))])
                )
                try await journey.pass(.minutes(3))
                #expect(await journey.stages(to: home.ben).contains(.alert) == isAlert)
            }
            #expect(try await home.ana.careHistory(of: home.id).alerts.map(\.kind) == [.wellness])
        }
    }

    @Test("A glucose reading beyond the dweller's thresholds is an alert, and none within them or without any")
    func glucose() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            func reading(_ value: Int) throws -> CareSignalRequest {
                CareSignalRequest(.glucose(try GlucoseReading(milligramsPerDecilitre: value)))
            }
            #expect(try await home.ana.signal(reading(55)).held == .noThresholds)
            let thresholds = try GlucoseThresholds(low: 70, high: 180)
            _ = try await home.ana.setCareSettings(CareSettings(glucose: thresholds))
            #expect(try await home.ana.signal(reading(70)).held == .withinThresholds)
            let alert = try await home.ana.signal(reading(69))
            #expect(alert.reading == 69)
            #expect(alert.due == journey.now + .seconds(60))
            try await journey.pass(.seconds(60))
            #expect(await journey.stages(to: home.ben) == [.alert])
        }
    }

    @Test("Quiet hours hold questions, not falls")
    func quietHours() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            // It is 09:00 in Berlin.
            let quiet = try QuietHours(
                from: try #require(LocalTime(hour: 10, minute: 0)),
                until: try #require(LocalTime(hour: 14, minute: 0))
            )
            _ = try await home.ana.setCareSettings(
                CareSettings(quietHours: quiet, inactivity: try InactivityRule(wait: .hours(2)))
            )
            try await journey.pass(.hours(2))
            #expect(try await home.ana.signal(CareSignalRequest(.inactivity)).held == .quietHours)
            #expect(try await home.ana.signal(CareSignalRequest(.wellness)).held == .quietHours)
            let fall = try await home.ana.signal(CareSignalRequest(.fall))
            #expect(fall.state == .counting)
            _ = try await home.ana.cancelAlert(fall.id)
            journey.gateway.forget()
            try await journey.pass(.hours(3) + -.seconds(1))
            #expect(await journey.stages(to: home.ana).isEmpty)
            // The days that were still are told of now; that she was inactive is not, since she has answered.
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.ana) == [.countdown])
            let alerts = try await home.ana.careHistory(of: home.id).alerts
            let waited = try #require(alerts.first { $0.state == .counting })
            #expect(waited.kind == .wellness)
            _ = try await home.ana.cancelAlert(waited.id)
            journey.gateway.forget()
            try await journey.pass(.hours(1) + -.seconds(1))
            #expect(
                await !journey.stages(to: home.ana).contains(.areYouWell),
                "an hour before, four quiet ones, an hour after"
            )
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.ana).contains(.areYouWell))
        }
    }

    @Test("A pause holds everything but the button, until its end or the dweller's word")
    func pause() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            _ = try await home.ana.setCareSettings(CareSettings(inactivity: try InactivityRule(wait: .hours(1))))
            let end = journey.now + .hours(8)
            #expect(try await home.ana.pauseCare(until: end).pausedUntil == end)
            #expect(try await home.ana.signal(CareSignalRequest(.fall)).held == .paused)
            #expect(try await home.ben.careOverview().dwellers.first?.status?.pausedUntil == end)
            try await journey.pass(.hours(8))
            #expect(await journey.stages(to: home.ana).isEmpty)
            try await journey.pass(.hours(1))
            #expect(await journey.stages(to: home.ana) == [.areYouWell])
            _ = try await home.ana.pauseCare(until: journey.now + .hours(8))
            let button = try await home.ana.signal(CareSignalRequest(.manual))
            #expect(button.state == .counting)
            #expect(try await home.ana.resumeCare().pausedUntil == nil)
            #expect(try await home.ana.signal(CareSignalRequest(.fall)).state == .counting)
        }
    }
}

/// A body that no client of this project sends.
private struct Spoken: WireEncodable {
    let json: JSONValue
}
