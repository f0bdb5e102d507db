import AlarmCore
import Testing

@Suite("How a signal is judged")
struct CareSettingsTests {
    private let night: Instant
    private let noon: Instant
    private let quiet: QuietHours

    init() throws {
        night = try instant("2026-07-01T23:00:00Z")
        noon = try instant("2026-07-01T12:00:00Z")
        quiet = try QuietHours(from: local("2026-07-01T22:00:00").time, until: local("2026-07-01T07:00:00").time)
    }

    private func glucose(_ reading: Int) throws -> CareSignal {
        .glucose(try GlucoseReading(milligramsPerDecilitre: reading))
    }

    @Test("The countdown is as urgent as the signal")
    func countdowns() throws {
        let settings = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180))
        let expected: [(CareSignal, Span)] = [
            (.fall, .seconds(30)), (.manual, .seconds(30)), (try glucose(60), .seconds(60)),
            (.inactivity, .seconds(120)), (.wellness, .seconds(120)),
        ]
        for (signal, countdown) in expected {
            #expect(settings.answer(to: signal, at: noon, in: .utc) == .alert(countdown: countdown))
        }
    }

    @Test("A dweller sets countdowns of 30 to 120 seconds")
    func chosen() throws {
        let countdowns = try CareCountdowns([.fall: .seconds(45), .wellness: .seconds(30)])
        #expect(countdowns[.fall] == .seconds(45))
        #expect(countdowns[.wellness] == .seconds(30))
        #expect(countdowns[.manual] == .seconds(30))
        for span in [Span.seconds(29), .seconds(121), .zero] {
            #expect(throws: CareError.countdown(span)) { try CareCountdowns([.manual: span]) }
        }
    }

    @Test("Quiet hours hold inactivity and wellness, but no fall, no reading and no call for help")
    func quietHours() throws {
        let settings = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180), quietHours: quiet)
        for signal in [CareSignal.inactivity, .wellness] {
            #expect(settings.answer(to: signal, at: night, in: .utc) == .held(.quietHours))
            #expect(settings.answer(to: signal, at: noon, in: .utc) == .alert(countdown: .seconds(120)))
        }
        for signal in [CareSignal.fall, .manual, try glucose(300)] {
            #expect(
                settings.answer(to: signal, at: night, in: .utc) == .alert(countdown: settings.countdowns[signal.kind])
            )
        }
    }

    @Test("A pause holds everything but the button, until its end")
    func paused() throws {
        var settings = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180))
        try settings.pause(until: noon + .hours(2), at: noon)
        for signal in [CareSignal.fall, .inactivity, .wellness, try glucose(40)] {
            #expect(settings.answer(to: signal, at: noon, in: .utc) == .held(.paused))
            #expect(settings.answer(to: signal, at: noon + .hours(2), in: .utc) != .held(.paused))
        }
        #expect(settings.answer(to: .manual, at: noon, in: .utc) == .alert(countdown: .seconds(30)))
        #expect(throws: CareError.pause(noon)) { try settings.pause(until: noon, at: noon) }
        #expect(throws: CareError.pause(noon + .days(367))) { try settings.pause(until: noon + .days(367), at: noon) }
    }

    @Test("A reading is an alert below the low threshold and above the high one, and only if the dweller set them")
    func thresholds() throws {
        let settings = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180))
        for reading in [70, 120, 180] {
            #expect(settings.answer(to: try glucose(reading), at: noon, in: .utc) == .held(.withinThresholds))
        }
        for reading in [1, 69, 181, 1500] {
            #expect(settings.answer(to: try glucose(reading), at: noon, in: .utc) == .alert(countdown: .seconds(60)))
        }
        #expect(CareSettings().answer(to: try glucose(20), at: noon, in: .utc) == .held(.noThresholds))
        #expect(settings.glucose?.side(of: try GlucoseReading(milligramsPerDecilitre: 69)) == .low)
        #expect(settings.glucose?.side(of: try GlucoseReading(milligramsPerDecilitre: 181)) == .high)
    }

    @Test("A reading on the side that a member looks after is held for an hour, one on the other side is an alert")
    func lookedAfter() throws {
        let settings = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180))
        let care = GlucoseAcknowledgement(side: .low, since: noon)
        func answer(_ reading: Int, after span: Span) throws -> CareSettings.SignalDecision {
            settings.answer(to: try glucose(reading), at: noon + span, in: .utc, during: care)
        }
        let alert = CareSettings.SignalDecision.alert(countdown: .seconds(60))
        #expect(try answer(60, after: .zero) == .held(.acknowledged))
        #expect(try answer(40, after: .minutes(60) + -.milliseconds(1)) == .held(.acknowledged))
        #expect(try answer(60, after: .minutes(60)) == alert)
        #expect(try answer(200, after: .minutes(1)) == alert)
        #expect(try answer(60, after: -.minutes(1)) == alert)
        #expect(care.goesOn(after: .low))
        #expect(!care.goesOn(after: .high))
        #expect(!care.goesOn(after: nil))
    }

    @Test("Readings and thresholds out of range are refused")
    func bounds() {
        for reading in [0, -1, 1501, .max, .min] {
            #expect(throws: CareError.glucoseReading(reading)) { try GlucoseReading(milligramsPerDecilitre: reading) }
        }
        for (low, high) in [(39, 180), (111, 180), (70, 119), (70, 451)] {
            #expect(throws: CareError.glucoseThresholds) { try GlucoseThresholds(low: low, high: high) }
        }
    }

    @Test("Inactivity has a deadline only if the dweller set a wait, and there was activity to count from")
    func inactivity() throws {
        var settings = CareSettings(quietHours: quiet)
        #expect(settings.inactivityDeadline(after: noon, in: .utc) == nil)
        settings.inactivity = try InactivityRule(wait: .hours(2))
        #expect(settings.inactivityDeadline(after: nil, in: .utc) == nil)
        #expect(settings.inactivityDeadline(after: noon, in: .utc) == noon + .hours(2))
        try settings.pause(until: noon + .hours(5), at: noon)
        #expect(settings.inactivityDeadline(after: noon, in: .utc) == noon + .hours(7))
    }
}
