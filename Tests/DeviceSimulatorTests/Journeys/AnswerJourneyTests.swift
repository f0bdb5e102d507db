import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import GatewaySimulator
import Testing

@Suite("Couples alarm: answers, and the end of a pair")
struct AnswerJourneyTests {
    @Test("Got it travels back sealed, and only the sender can read it")
    func reply() async throws {
        try await PhoneJourney.run(ben: Habits(answer: .acknowledge(reply: "Danke, ich bin wach"))) { journey in
            let accepted = try await journey.send(in: .zero)
            try await journey.awaitNote("Ben answered: \u{201C}Danke, ich bin wach\u{201D}", by: .phone("Ana"))
            let listing = try await journey.ana.device.show(accepted.id)
            #expect(listing.reply?.text == "Danke, ich bin wach")
            #expect(listing.view.reply?.text.contains("Danke") == false)
        }
    }

    @Test("A snoozed alarm rings again when the snooze is over")
    func snooze() async throws {
        try await PhoneJourney.run(ben: Habits(answer: .snooze(.seconds(2)))) { journey in
            let accepted = try await journey.send(in: .zero)
            try await journey.awaitNote("snoozes until", by: .phone("Ben"))
            try await journey.awaitState(.acknowledged, of: accepted.id)
            let rings = journey.stage.timeline.entries.filter { $0.text.hasPrefix("RINGS") }
            #expect(rings.count == 2)
            #expect(rings[1].at - rings[0].at >= .seconds(2))
        }
    }

    @Test("A dismissed alarm stops, and the sender learns that it was dismissed")
    func dismiss() async throws {
        try await PhoneJourney.run(ben: Habits(answer: .dismiss)) { journey in
            let accepted = try await journey.send(in: .zero)
            try await journey.awaitNote("is told: Ben dismissed the alarm", by: .phone("Ana"))
            try await journey.awaitState(.acknowledged, of: accepted.id)
        }
    }

    @Test("An alarm that its sender takes back is disarmed on the phone, and never rings")
    func cancel() async throws {
        try await PhoneJourney.giving { span in
            try await PhoneJourney.run { journey in
                let accepted = try await journey.send(in: span)
                try await journey.awaitArmed(accepted)
                try await journey.ana.device.cancel(accepted.id)
                try TooSlow.unless(before: accepted.time, "cancelled")
                try await journey.awaitNote("lets go of the alarm", by: .phone("Ben"))
                let later = try await journey.send("another one", in: span + .seconds(1))
                try await journey.awaitState(.acknowledged, of: later.id)
                #expect(!journey.rings.contains { $0.alarm?.id == accepted.id })
                let rings = journey.stage.timeline.entries.map(\.text).filter { $0.hasPrefix("RINGS") }
                #expect(!rings.contains { $0.contains("Good morning") })
            }
        }
    }

    @Test("A moved alarm rings at its new time only")
    func move() async throws {
        try await PhoneJourney.run { journey in
            let accepted = try await journey.send(in: .seconds(60))
            try await journey.awaitState(.armed, of: accepted.id)
            let due = PhoneClock.system.now() + .seconds(1)
            let moved = try await journey.ana.device.reschedule(accepted.id, at: due)
            #expect(moved.revision == 2)
            #expect(moved.time == due)
            try await journey.awaitState(.acknowledged, of: accepted.id)
        }
    }

    @Test("A dead push token blocks the alarm and tells the sender; a new token lets it go on")
    func expiredToken() async throws {
        try await PhoneJourney.run { journey in
            let old = try #require(await journey.ben.device.profile.push)
            #expect(journey.stage.gateway.expire(old.token, at: PhoneClock.system.now() + .seconds(1)))
            let accepted = try await journey.send(in: .seconds(4))
            try await journey.awaitNote("is told: Ben has no device that can be reached", by: .phone("Ana"))
            try await journey.awaitState(.blocked, of: accepted.id)
            #expect(try await journey.ben.device.sync().needsToken)
            try await journey.ben.rotateToken()
            try await journey.ben.openApp()
            try await journey.awaitNote("is told: Ben can be reached again", by: .phone("Ana"))
            try await journey.awaitState(.acknowledged, of: accepted.id)
        }
    }

    @Test("The end of a pair cancels what is pending, disarms the phone, forgets the tokens; nothing rings after it")
    func revoked() async throws {
        try await PhoneJourney.giving([.seconds(3), .seconds(15), .seconds(60)]) { span in
            try await PhoneJourney.run { journey in
                let accepted = try await journey.send(in: span)
                try await journey.awaitArmed(accepted)
                let theirs = try #require(await journey.ben.device.profile.pairs.first)
                _ = try await journey.ben.device.revoke(theirs.id)
                try TooSlow.unless(before: accepted.time, "revoked")
                let pushesAtEnd = journey.stage.gateway.log.count
                await #expect(throws: DeviceError.self) { _ = try await journey.send("after the end") }
                do {
                    _ = try await journey.send("after the end")
                    Issue.record("an alarm was taken for a pair that had ended")
                } catch {
                    #expect((error as? DeviceError)?.problemKind == .gone || "\(error)".contains("ended"))
                }
                let probe = try await journey.stage.phone("Eve", habits: Habits(answer: .ignore))
                _ = try await probe.device.register()
                try await PhoneClock.system.sleep(accepted.time + .seconds(1))
                #expect(journey.stage.gateway.log.count == pushesAtEnd)
                #expect(!journey.stage.timeline.entries.contains { $0.text.hasPrefix("RINGS") })
                #expect(try await journey.ben.device.sync().needsToken)
            }
        }
    }
}
