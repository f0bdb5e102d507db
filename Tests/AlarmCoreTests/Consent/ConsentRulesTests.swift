import AlarmCore
import Testing

@Suite("Consent of a receiver to a sender")
struct ConsentRulesTests {
    private static let noon = Instant(seconds: 1_767_268_800)

    private func time(_ hour: Int, _ minute: Int = 0) throws -> LocalTime {
        try #require(LocalTime(hour: hour, minute: minute))
    }

    @Test("Is everything, until something is said")
    func defaults() {
        #expect(Consent().isDefault)
        #expect(ConsentRules.refusal(of: Consent(), at: Self.noon, in: .utc) == nil)
    }

    @Test("Nothing, while the sender is muted")
    func muted() {
        let consent = Consent(isMuted: true)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon + .days(999), in: .utc) == .muted)
    }

    @Test("A mute ends every alarm, a pause and hours only those that do not repeat")
    func ends() {
        for refusal in ConsentRules.Refusal.allCases {
            #expect(refusal.ends(recurring: false))
            #expect(refusal.ends(recurring: true) == (refusal == .muted))
        }
    }

    @Test("Nothing before the end of a pause, and everything from it on")
    func paused() {
        let consent = Consent(pausedUntil: Self.noon)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon + .milliseconds(-1), in: .utc) == .paused)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon, in: .utc) == nil)
    }

    @Test("To ring within the allowed hours, from their first to before their last moment")
    func hours() throws {
        let consent = Consent(hours: try Consent.Hours(from: time(8), until: time(12)))
        #expect(consent.hours != nil)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon, in: .utc) == .hours)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon + .milliseconds(-1), in: .utc) == nil)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon + .hours(-4), in: .utc) == nil)
        #expect(ConsentRules.refusal(of: consent, at: Self.noon + .hours(-4) + .milliseconds(-1), in: .utc) != nil)
    }

    @Test("Hours that cross midnight are those around it, and none begin as they end")
    func night() throws {
        let night: Consent.Hours? = try Consent.Hours(from: time(22), until: time(6))
        let hours = try #require(night)
        for (hour, isWithin) in [(21, false), (22, true), (0, true), (5, true), (6, false), (12, false)] {
            #expect(try hours.contains(time(hour)) == isWithin, "\(hour):00")
        }
        #expect(try Consent.Hours(from: time(6), until: time(6)) == nil)
    }

    @Test("Hours and their complement share every moment of the day between them", arguments: 0..<100 as Range<UInt64>)
    func complement(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func draw() throws -> LocalTime {
            try time(Int.random(in: 0...23, using: &generator), Int.random(in: 0...59, using: &generator))
        }
        let (from, until, moment) = (try draw(), try draw(), try draw())
        guard let hours = Consent.Hours(from: from, until: until),
            let others = Consent.Hours(from: until, until: from)
        else { return }
        #expect(hours.contains(moment) != others.contains(moment))
    }
}
