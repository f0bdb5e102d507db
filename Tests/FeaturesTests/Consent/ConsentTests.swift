import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A receiver's consent")
struct ConsentTests {
    private let fixture: EngineFixture
    private let couple: PairedDevices

    init() async throws {
        fixture = try EngineFixture()
        couple = try await fixture.couple()
    }

    private func set(_ consent: Consent) async throws {
        let (pair, ben) = (couple.pair, couple.ben)
        let _: ConsentMessage = try await fixture.ask {
            try $0.consents.set(for: pair, to: ConsentMessage(consent), by: ben)
        }
    }

    private func refusal(of time: Instant, repeating rule: String? = nil) async throws -> Problem? {
        let request = try fixture.request(
            couple,
            at: AlarmTime(time),
            timeZone: rule == nil ? nil : "Europe/Berlin",
            repeat: rule
        )
        do {
            try await fixture.accept(request, from: couple.ana)
            return nil
        } catch let problem as Problem {
            return problem
        }
    }

    @Test("That mutes a sender refuses every alarm of theirs, and says what can be the reason, but not which")
    func muted() async throws {
        try await set(Consent(isMuted: true))
        let muted = try await refusal(of: fixture.now + .hours(1))
        try await set(Consent(pausedUntil: fixture.now + .days(1)))
        let paused = try await refusal(of: fixture.now + .hours(1))
        #expect(muted?.kind == .conflict)
        #expect(muted == paused)
        #expect(muted?.detail.contains("muted or paused you, or set hours") == true)
    }

    @Test("That pauses a sender accepts alarms for after the pause, and a pause ends by itself")
    func paused() async throws {
        try await set(Consent(pausedUntil: fixture.now + .days(1)))
        #expect(try await refusal(of: fixture.now + .hours(23)) != nil)
        #expect(try await refusal(of: fixture.now + .hours(25)) == nil)
        let beyond = Consent(pausedUntil: fixture.now + .days(400))
        await #expect(throws: Problem.self) { try await set(beyond) }
    }

    @Test("That names hours goes by the clocks of the receiver's device")
    func hours() async throws {
        let (seven, nine) = (LocalTime(hour: 7, minute: 0), LocalTime(hour: 9, minute: 0))
        let hours = Consent.Hours(from: try #require(seven), until: try #require(nine))
        try await set(Consent(hours: hours))
        let zone = try #require(fixture.engine.zones.rules(for: couple.ben.timeZone))
        let tomorrow = zone.localDateTime(at: fixture.now).date.adding(days: 1)
        for (hour, isAllowed) in [(6, false), (7, true), (8, true), (9, false), (20, false)] {
            let time = try #require(LocalTime(hour: hour, minute: 0))
            let instant = zone.resolve(LocalDateTime(date: tomorrow, time: time)).instant
            #expect(try await (refusal(of: instant) == nil) == isAllowed, "\(hour):00")
        }
    }

    @Test("That mutes a sender cancels what is pending from them, and nothing that the receiver has set")
    func pending() async throws {
        let theirs = try await fixture.setAlarm(couple)
        let due = fixture.now + .hours(1)
        let back = AlarmRequest(
            id: .sample(7),
            partnerToken: couple.bensToken,
            time: AlarmTime(due),
            message: .sample()
        )
        try await fixture.accept(back, from: couple.ben)
        try await set(Consent(isMuted: true))
        let states = try await fixture.engine.read {
            try [$0.alarm(theirs), $0.alarm(.sample(7))].map { $0?.alarm.state }
        }
        #expect(states[0] == .cancelled)
        #expect(states[1]?.isFinal == false)
    }

    @Test("Does not let a pending alarm be moved to a time at which it would have been refused")
    func moving() async throws {
        let id = try await fixture.setAlarm(couple)
        try await set(
            Consent(
                hours: Consent.Hours(
                    from: try #require(LocalTime(hour: 0, minute: 0)),
                    until: try #require(LocalTime(hour: 0, minute: 1))
                )
            )
        )
        #expect(try await fixture.engine.read { try $0.alarm(id)?.alarm.state } == .cancelled)
        try await set(Consent(pausedUntil: fixture.now + .days(1)))
        let late = try fixture.request(couple, at: AlarmTime(fixture.now + .days(2)))
        let accepted = try await fixture.accept(late, from: couple.ana)
        let (ana, soon) = (couple.ana, AlarmChange(time: AlarmTime(fixture.now + .hours(2)), message: .sample()))
        await #expect(throws: Problem.self) {
            let _: AlarmAccepted = try await fixture.ask { try $0.alarms.change(accepted.id, soon, by: ana) }
        }
    }

    @Test("That pauses a sender passes over the times of an alarm that repeats, and lets it ring after the pause")
    func repeating() async throws {
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .hours(6)),
            timeZone: "Europe/Berlin",
            repeat: "FREQ=DAILY"
        )
        try await fixture.accept(request, from: couple.ana)
        try await set(Consent(pausedUntil: fixture.now + .days(2)))
        func record() async throws -> [AlarmEvent.Kind] {
            try await fixture.engine.read { snapshot in
                guard let row = try snapshot.alarm(request.id) else { return [] }
                return try snapshot.record(of: row.key).map(\.event.kind)
            }
        }
        try await fixture.pass(.hours(40))
        #expect(try await record().contains(.declined))
        #expect(try await !record().contains(.due))
        try await fixture.pass(.hours(15))
        #expect(try await record().contains(.due))
    }

    @Test("Shows the sender that it refuses, of a pair and of the next time of an alarm, until it does no more")
    func shown() async throws {
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .hours(6)),
            timeZone: "Europe/Berlin",
            repeat: "FREQ=DAILY"
        )
        try await fixture.accept(request, from: couple.ana)
        func seen(by device: Device) async throws -> [Bool] {
            try await fixture.engine.read { snapshot in
                let pairs = try fixture.engine.pairs(of: device, in: snapshot).pairs.map(\.refuses)
                return pairs + (try fixture.engine.list(for: device, in: snapshot).alarms.map(\.isRefused))
            }
        }
        #expect(try await seen(by: couple.ana) == [false, false])
        for refusing in [Consent(pausedUntil: fixture.now + .days(2)), Consent(pausedUntil: fixture.now + .hours(5))] {
            try await set(refusing)
            let isSkipped = refusing.pausedUntil == fixture.now + .days(2)
            #expect(try await seen(by: couple.ana) == [true, isSkipped])
            #expect(try await seen(by: couple.ben) == [false, isSkipped])
        }
        try await set(Consent())
        #expect(try await seen(by: couple.ana) == [false, false])
    }

    @Test("Hours take what recurs back from an armed phone, at once and for every day, until they allow it again")
    func armed() async throws {
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .hours(6)),
            timeZone: "UTC",
            repeat: "FREQ=DAILY"
        )
        try await fixture.accept(request, from: couple.ana)
        try await fixture.catchUp()
        try await fixture.report(.armed, of: request.id, from: couple.ben)
        let due = fixture.now + .hours(6)
        let zone = ZoneRules.utc
        // Wide enough for the phone's own zone.
        func hours(from start: Instant, lasting span: Span) throws -> Consent.Hours {
            let (from, until) = (zone.localDateTime(at: start).time, zone.localDateTime(at: start + span).time)
            return try #require(Consent.Hours(from: from, until: until))
        }
        fixture.channel.forget()
        try await set(Consent(hours: hours(from: due + .hours(5), lasting: .hours(2))))
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.cancel])
        #expect(try await fixture.synchronise(couple.ben).alarms == [])
        try await fixture.pass(.hours(30))
        #expect(!fixture.channel.stages.contains(.handoff) && !fixture.channel.stages.contains(.ring))
        fixture.channel.forget()
        try await set(Consent(hours: hours(from: due - .hours(4), lasting: .hours(8))))
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        #expect(try await fixture.synchronise(couple.ben).alarms.map(\.id) == [request.id])
    }

    @Test("A time that was skipped stays the last one for its sender when the consent to later times changes")
    func lastTime() async throws {
        let due = fixture.now + .hours(6)
        let request = try fixture.request(couple, at: AlarmTime(due), timeZone: "UTC", repeat: "FREQ=DAILY")
        try await fixture.accept(request, from: couple.ana)
        try await set(Consent(pausedUntil: fixture.now + .hours(12)))
        try await fixture.pass(.hours(7))
        // The next time is handed to the phone, and then taken back.
        let evening = Consent.Hours(
            from: try #require(LocalTime(hour: 18, minute: 0)),
            until: try #require(LocalTime(hour: 19, minute: 0))
        )
        try await set(Consent(hours: evening))
        let view = try await fixture.view(request.id, for: couple.ana)
        #expect(view.ending == nil)
        #expect(view.last?.ending == .declined)
        #expect(view.last?.time == due)
        #expect(view.time == due + .days(1))
        #expect(view.isRefused)
    }

    @Test("Sender and receiver read whether the time after the next one is refused as well")
    func nextTimes() async throws {
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .hours(6)),
            timeZone: "UTC",
            repeat: "FREQ=DAILY"
        )
        try await fixture.accept(request, from: couple.ana)
        for (pause, expected) in [(Span.hours(12), [true, false]), (.hours(36), [true, true])] {
            try await set(Consent(pausedUntil: fixture.now + pause))
            for device in [couple.ana, couple.ben] {
                let view = try await fixture.view(request.id, for: device)
                #expect([view.isRefused, view.isNextRefused] == expected)
                let list = try await fixture.engine.read { try fixture.engine.list(for: device, in: $0) }
                #expect(list.alarms.map(\.isNextRefused) == [expected[1]])
            }
        }
        try await set(Consent())
        #expect(try await !fixture.view(request.id, for: couple.ben).isNextRefused)
    }

    @Test("A sender reads whether a time was skipped or the whole alarm has ended, and of neither the reason")
    func skippedOrEnded() async throws {
        func repeated(in span: Span) async throws -> AlarmView {
            let time = AlarmTime(fixture.now + span)
            let request = try fixture.request(couple, at: time, timeZone: "UTC", repeat: "FREQ=DAILY")
            try await fixture.accept(request, from: couple.ana)
            return try await fixture.view(request.id, for: couple.ana)
        }
        let id = try await repeated(in: .hours(1)).id
        try await set(Consent(pausedUntil: fixture.now + .hours(2)))
        try await fixture.pass(.hours(2))
        let skipped = try await fixture.view(id, for: couple.ana)
        #expect(skipped.ending == nil && skipped.last?.ending == .declined && !skipped.isRefused)
        try await set(Consent(isMuted: true))
        let muted = try await fixture.view(id, for: couple.ana)
        try await set(Consent())
        let other = try await repeated(in: .hours(1)).id
        try await fixture.cancel(other, by: couple.ben)
        let takenOff = try await fixture.view(other, for: couple.ana)
        for ended in [muted, takenOff] {
            #expect(ended.state == .cancelled)
            #expect(ended.ending == .declined)
            #expect(ended.rule != nil && ended.nextTime == nil && !ended.isRefused)
        }
    }

    @Test(
        "That forbids the end of a snooze lets nothing ring again then; what may ring then is not ended",
        arguments: [(nil, 20), ("FREQ=DAILY", 20), (nil, 5), ("FREQ=DAILY", 5)] as [(String?, Int64)]
    )
    func putOff(rule: String?, pause: Int64) async throws {
        let due = fixture.now + .minutes(30)
        let request = try fixture.request(couple, at: AlarmTime(due), timeZone: rule.map { _ in "UTC" }, repeat: rule)
        try await fixture.accept(request, from: couple.ana)
        try await fixture.pass(until: due)
        try await fixture.report(.snoozed, of: request.id, from: couple.ben, until: due + .minutes(9))
        fixture.channel.forget()
        try await set(Consent(pausedUntil: due + .minutes(pause)))
        try await fixture.pass(until: due + .minutes(10))
        #expect(fixture.channel.stages.contains(.declined) == (pause > 9))
        #expect(fixture.channel.stages.contains(.ring) == (pause < 9))
        let view = try await fixture.view(request.id, for: couple.ana)
        #expect((view.last?.ending == .declined) == (pause > 9))
        #expect(view.state == (pause < 9 ? .ringing : rule == nil ? .cancelled : .scheduled))
    }

    /// Hours by Ben's clocks, from `start` on.
    private func hours(from start: Instant, lasting span: Span) throws -> Consent.Hours {
        let zone = try #require(fixture.engine.zones.rules(for: couple.ben.timeZone))
        let (from, until) = (zone.localDateTime(at: start).time, zone.localDateTime(at: start + span).time)
        return try #require(Consent.Hours(from: from, until: until))
    }

    /// A daily alarm that rings, and when it was due.
    private func ringing() async throws -> (id: AlarmID, due: Instant) {
        let due = fixture.now + .minutes(30)
        let request = try fixture.request(couple, at: AlarmTime(due), timeZone: "UTC", repeat: "FREQ=DAILY")
        try await fixture.accept(request, from: couple.ana)
        try await fixture.pass(until: due + .minutes(3))
        #expect(try await fixture.state(request.id) == .ringing)
        fixture.channel.forget()
        return (request.id, due)
    }

    @Test(
        "That excludes the time for which an alarm that repeats rings stops it at once, and it rings the next time",
        arguments: [true, false]
    )
    func stopped(isPause: Bool) async throws {
        let (id, due) = try await ringing()
        let night = try hours(from: due - .hours(3), lasting: .hours(2))
        try await set(isPause ? Consent(pausedUntil: due + .minutes(20)) : Consent(hours: night))
        #expect(try await fixture.state(id) == .scheduled)
        let present = try await fixture.synchronise(couple.ben).alarms
        #expect(present.map(\.time) == (isPause ? [due + .days(1)] : []))
        try await fixture.pass(until: due + .hours(2))
        #expect(!fixture.channel.stages.contains(.ring))
        func told(_ stage: Stage) async throws -> [DeviceID?] {
            try await fixture.deliveries(id).filter { $0.order.stage == stage && $0.state == .accepted }
                .map(\.order.destination.device)
        }
        #expect(try await told(.cancel) == [couple.ben.id])
        #expect(try await told(.declined) == [couple.ana.id])
        let view = try await fixture.view(id, for: couple.ana)
        #expect(view.last?.ending == .declined && view.last?.time == due && view.ending == nil)
        #expect(view.time == due + .days(1) && view.isRefused == !isPause)
        try await set(Consent())
        fixture.channel.forget()
        try await fixture.pass(until: due + .days(1))
        #expect(fixture.channel.stages.contains(.ring))
    }

    @Test("Hours that include the time for which an alarm rings let it ring on, also beyond their end")
    func ringsOn() async throws {
        let (id, due) = try await ringing()
        try await set(Consent(hours: hours(from: due - .hours(1), lasting: .minutes(62))))
        try await fixture.pass(until: due + .minutes(5))
        #expect(try await fixture.state(id) == .ringing)
        #expect(fixture.channel.stages.contains(.ring) && !fixture.channel.stages.contains(.declined))
    }

    @Test("Is kept until it is taken back, and then nothing is kept of it")
    func takenBack() async throws {
        try await set(Consent(isMuted: true))
        let ben = couple.ben
        let shown = try await fixture.engine.read { try fixture.engine.consent(for: couple.pair, of: ben, in: $0) }
        #expect(shown == ConsentMessage(Consent(isMuted: true)))
        try await set(Consent())
        #expect(try await fixture.engine.read { try $0.documents(of: ben.person) } == [])
        #expect(try await refusal(of: fixture.now + .hours(1)) == nil)
    }

    @Test("Can be given only to people with whom one shares a circle")
    func peers() async throws {
        let (ana, eve) = (couple.ana, try await fixture.register())
        let eves = CircleID(high: eve.person.high, low: eve.person.low)
        await #expect(throws: Problem(.notFound)) {
            try await fixture.engine.read { try fixture.engine.consent(for: eves, of: ana, in: $0) }
        }
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(eve, family, as: .child, invitedBy: ana)
        let shown = try await fixture.engine.read { try fixture.engine.consent(for: eves, of: ana, in: $0) }
        #expect(shown.consent.isDefault)
    }

    @Test("Whoever changes what they allow without end is refused, and never a mute or a pause")
    func bounded() async throws {
        let from = try #require(LocalTime(hour: 7, minute: 0))
        for number in 0..<fixture.engine.limits.requestsPerHour {
            let until = try #require(LocalTime(hour: number.isMultiple(of: 2) ? 9 : 10, minute: 0))
            try await set(Consent(hours: Consent.Hours(from: from, until: until)))
        }
        try await expectProblem(.rateLimited) { try await set(Consent()) }
        try await set(Consent(isMuted: true))
        try await set(Consent(pausedUntil: fixture.now + .hours(1)))
    }
}
