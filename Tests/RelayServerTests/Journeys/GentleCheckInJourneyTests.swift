import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import RelayTesting
import Testing

@Suite("System 3, the gentle check-in", .timeLimit(.minutes(10)))
struct GentleCheckInJourneyTests {
    private static let settings = CheckInSettings(kind: .gentle, name: "Ana")

    @Test("The status is new, checked in, due and escalated")
    func status() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            #expect(try await ana.setCheckIn(Self.settings).state == .new)
            #expect(try await ana.checkIn().state == .checkedIn)
            for (span, state) in [
                (Span.seconds(86_399), CheckInStatus.State.checkedIn), (.seconds(1), .due),
                (.seconds(86_399), .due), (.seconds(1), .escalated),
            ] {
                try await journey.pass(span)
                #expect(try await ana.checkInReport().state == state)
            }
            #expect(try await ana.checkIn().state == .checkedIn)
        }
    }

    @Test("After 24 h only the person is reminded, once and quietly")
    func reminder() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(Self.settings)
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn()
            try await journey.pass(.seconds(86_399))
            #expect(await journey.stages(to: ana).isEmpty)
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: ana) == [.checkInReminder])
            #expect(try await journey.lastPayload(to: ana).contains(#""interruption-level":"time-sensitive""#))
            try await journey.pass(.seconds(86_399))
            #expect(await journey.stages(to: ana) == [.checkInReminder])
            #expect(journey.mails(to: "ben@example.org").count == 1, "the question alone")
        }
    }

    @Test("After 48 h the contacts are written to, with the link of the place that was shared")
    func escalation() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(Self.settings)
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777))
            try await journey.pass(.hours(48))
            let letter = try #require(journey.mails(to: "ben@example.org").dropFirst().first)
            #expect(letter.subject.contains("48 hours"))
            for text in [letter.text, letter.html] {
                #expect(text.contains("https://www.openstreetmap.org/?mlat=52.51630"), "\(text)")
            }
            #expect(await journey.stages(to: ana) == [.checkInReminder, .contactsTold])
            try await ana.checkIn()
            try await journey.catchUp()
            #expect(journey.mails(to: "ben@example.org").count == 3, "and hear that all is well")
        }
    }

    @Test("One check-in a day is enough, and a second tap says so and does no harm")
    func secondTap() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(Self.settings)
            for _ in 0..<5 {
                #expect(try await !ana.checkIn().isRepeat)
                try await journey.pass(.minutes(1))
                let second = try await ana.checkIn()
                #expect(second.isRepeat)
                #expect(second.state == .checkedIn)
                #expect(second.due == journey.now + .hours(24))
                try await journey.pass(.hours(24) + -.minutes(2))
            }
            #expect(await journey.stages(to: ana).isEmpty)
        }
    }

    @Test("The last thirty check-ins are kept, the newest first")
    func history() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(Self.settings)
            var times: [Instant] = []
            for _ in 0..<32 {
                times.append(journey.now)
                try await ana.checkIn()
                try await journey.pass(.hours(20))
            }
            #expect(try await ana.checkInReport().history.map(\.at) == Array(times.reversed().prefix(30)))
        }
    }
}
