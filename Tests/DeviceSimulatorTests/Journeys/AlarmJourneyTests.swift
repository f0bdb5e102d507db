import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Foundation
import GatewaySimulator
import Testing

@Suite("Couples alarm: ringing")
struct AlarmJourneyTests {
    @Test("An alarm carries its words, its sound and its time to the other phone, and rings at its second")
    func carries() async throws {
        try await PhoneJourney.giving { span in
            try await PhoneJourney.run { journey in
                let due = Instant(seconds: (PhoneClock.system.now() + span).seconds)
                let accepted = try await journey.ana.device.send(
                    text: "Wake up from your nap ❤️",
                    at: due,
                    writtenEast: 7200,
                    to: journey.pair.id,
                    sound: "birds.caf"
                )
                #expect(accepted.time == due)
                let handoff = try await journey.awaitPush(.handoff)
                #expect(handoff.alarm?.sound == "birds.caf")
                #expect(handoff.header("apns-push-type") == "alert")
                #expect(handoff.header("apns-priority") == "10")
                try await journey.awaitArmed(accepted)
                try await journey.awaitNote("RINGS (system alarm): \u{201C}Wake up from your nap ❤️\u{201D} from Ana")
                let rang = try #require(journey.stage.timeline.entries.first { $0.text.hasPrefix("RINGS") })
                #expect(rang.at >= due)
                try await journey.awaitState(.acknowledged, of: accepted.id)
            }
        }
    }

    @Test("An alarm for this very moment rings at once")
    func now() async throws {
        try await PhoneJourney.run { journey in
            let accepted = try await journey.send(in: .zero)
            #expect(accepted.state == .ringing)
            try await journey.awaitNote("RINGS (push)", by: .phone("Ben"))
            try await journey.awaitNote("is told: Ben answered", by: .phone("Ana"))
        }
    }

    @Test("A repeated alarm comes back as the next occurrence once it was answered")
    func repeats() async throws {
        try await PhoneJourney.run { journey in
            let due = Instant(seconds: PhoneClock.system.now().seconds + 1)
            let accepted = try await journey.ana.device.send(
                text: "Pills",
                at: due,
                to: journey.pair.id,
                rule: try RecurrenceRule("FREQ=DAILY"),
                timeZone: "Europe/Berlin"
            )
            #expect(accepted.nextTimes.count == 4)
            try await journey.awaitNote("RINGS")
            try await journey.awaitPush(.handoff) { $0.alarm?.revision == 2 }
            let view = try await journey.ana.device.show(accepted.id).view
            #expect(view.revision == 2)
            #expect(view.time == accepted.nextTimes[1])
            try await journey.awaitNote("armed: a system alarm for \(view.time.iso8601)", by: .phone("Ben"))
        }
    }

    @Test("A locked phone that cannot arm is rung again and again until its user wakes")
    func locked() async throws {
        try await PhoneJourney.run(ben: Habits(answer: .acknowledge(reply: nil), sleepsThrough: 2), state: .deaf) {
            journey in
            let accepted = try await journey.send()
            try await journey.awaitState(.acknowledged, of: accepted.id)
            #expect(journey.rings.count == 3)
            #expect(!journey.stage.timeline.entries.contains { $0.text.hasPrefix("armed") })
        }
    }

    @Test("A phone that armed the alarm rings in Focus and without a network, and its answer comes later")
    func offlineButArmed() async throws {
        try await PhoneJourney.giving { span in
            try await PhoneJourney.run { journey in
                let accepted = try await journey.send(in: span)
                try await journey.awaitArmed(accepted)
                let token = try #require(await journey.ben.device.profile.push?.token)
                journey.stage.gateway.setOnline(token, false)
                try await journey.awaitNote("RINGS (system alarm)", by: .phone("Ben"))
                try await journey.awaitState(.acknowledged, of: accepted.id)
            }
        }
    }

    @Test("A phone that was offline learns of every alarm when it is back, though the gateway kept only one push")
    func offline() async throws {
        try await PhoneJourney.run { journey in
            let token = try #require(await journey.ben.device.profile.push?.token)
            journey.stage.gateway.setOnline(token, false)
            let first = try await journey.send("first", in: .seconds(60))
            let second = try await journey.send("second", in: .seconds(120))
            try await journey.awaitPush(.handoff) { $0.alarm?.id == second.id }
            journey.stage.gateway.setOnline(token, true)
            try await journey.ben.sync()
            try await journey.awaitState(.armed, of: first.id)
            try await journey.awaitState(.armed, of: second.id)
        }
    }

    @Test("A phone that was restarted has its alarms again after a sync")
    func restarted() async throws {
        try await PhoneJourney.run { journey in
            let accepted = try await journey.send(in: .seconds(60))
            try await journey.awaitState(.armed, of: accepted.id)
            try await journey.ben.restart()
            try await journey.ben.openApp()
            let again = try await journey.send("after the restart", in: .seconds(1))
            try await journey.awaitState(.acknowledged, of: again.id)
        }
    }

    @Test("A phone below iOS 26 cannot arm, and is rung by push at the due second")
    func oldSystem() async throws {
        try await PhoneJourney.run(state: PhoneState(system: SystemVersion(18, 5))) { journey in
            let accepted = try await journey.send()
            try await journey.awaitState(.acknowledged, of: accepted.id)
            #expect(journey.rings.count == 1)
            #expect(try #require(journey.rings.first).receivedAt >= accepted.time)
        }
    }

    @Test("Without an answer every step of the policy is taken, and the sender is told")
    func noAnswer() async throws {
        try await PhoneJourney.giving([.seconds(1), .seconds(5), .seconds(30)]) { pause in
            try await PhoneJourney.run(
                ben: Habits(answer: .ignore, sleepsThrough: 100),
                state: .deaf,
                policy: Self.policy(pausing: pause)
            ) { journey in
                let accepted = try await journey.send()
                try await journey.awaitNote("is told: no answer from Ben", by: .phone("Ana"))
                try await journey.awaitState(.missed, of: accepted.id)
                // A relay that is back late rings once for all steps that were due meanwhile.
                if let first = journey.rings.first, first.receivedAt >= accepted.time + pause {
                    throw TooSlow(description: "rung only when the next ring was due")
                }
                #expect(journey.rings.count == 2)
            }
        }
    }

    @Test("A receiver in another zone is rung at the same instant, and a rule follows the zone that it names")
    func zones() async throws {
        try await PhoneJourney.run(state: PhoneState(timeZone: "America/New_York")) { journey in
            let accepted = try await journey.send()
            try await journey.awaitState(.acknowledged, of: accepted.id)
            let (start, east, next) = try Self.lastMondayBeforeBerlinsClocksChange()
            let weekly = try await journey.ana.device.send(
                text: "Monday",
                at: start,
                writtenEast: east,
                to: journey.pair.id,
                rule: try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"),
                timeZone: "Europe/Berlin"
            )
            #expect(weekly.time == start)
            // 7:00 on the local clock stays 7:00.
            #expect(weekly.nextTimes[1] == next)
            #expect(next - start != .days(7))
        }
    }

    /// 7:00 on that Monday, the offset from UTC in seconds, and 7:00 a week later.
    private static func lastMondayBeforeBerlinsClocksChange() throws -> (start: Instant, east: Int, next: Instant) {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let soon = Date().addingTimeInterval(14 * 86_400)
        let change = try #require(zone.nextDaylightSavingTimeTransition(after: soon))
        // The clocks change on Sundays.
        let monday = try #require(calendar.date(byAdding: .day, value: -6, to: change))
        let start = try #require(calendar.date(bySettingHour: 7, minute: 0, second: 0, of: monday))
        let next = try #require(calendar.date(byAdding: .day, value: 7, to: start))
        return (
            Instant(seconds: Int64(start.timeIntervalSince1970)), zone.secondsFromGMT(for: start),
            Instant(seconds: Int64(next.timeIntervalSince1970))
        )
    }

    private static func policy(pausing pause: Span) -> String {
        """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring}
          - {at: \(pause), audience: receiver, stage: ring}
          - {at: \(pause * 2), audience: sender, stage: no-answer}
        """
    }
}
