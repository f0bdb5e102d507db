import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

/// The fixture's clock starts on 2027-01-15 at 9:00 in Berlin.
@Suite("Watching over a dweller")
struct DwellerRecordTests {
    private static let night = (from: LocalTime(hour: 22, minute: 0), until: LocalTime(hour: 7, minute: 0))

    private static func settings(wait: Span = .hours(2), quiet: Bool = false) throws -> CareSettings {
        let from = try #require(night.from)
        let until = try #require(night.until)
        return CareSettings(
            quietHours: quiet ? try QuietHours(from: from, until: until) : nil,
            inactivity: try InactivityRule(wait: wait)
        )
    }

    @Test("After the hours that the dweller set they are asked, and a quarter of an hour later the members are told")
    func inactivity() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        let last = care.fixture.now
        try await care.isActive()
        #expect(try await care.overview(for: care.ben).dwellers.first?.status?.asksAt == last + .hours(2))
        try await care.fixture.pass(.seconds(2 * 3600 - 1))
        #expect(care.fixture.channel.stages == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.ana) == [.areYouWell])
        #expect(try care.pushes(to: care.ben) == [])
        let asked = try #require(try await care.history(for: care.ana).alerts.first)
        #expect(asked.kind == .inactivity)
        #expect(asked.state == .counting)
        #expect(asked.due == last + .hours(2) + .minutes(15))
        try await care.fixture.pass(.minutes(15))
        #expect(try care.pushes(to: care.ben) == [.alert])
        #expect(try await care.alert(asked.id, for: care.ben).state == .alerting)
    }

    @Test("Any activity puts the question off, and there is one such alarm at a time")
    func activity() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        for _ in 0..<5 {
            try await care.fixture.pass(.minutes(100))
            try await care.isActive()
        }
        #expect(care.fixture.channel.stages == [])
        let circle = care.circle
        let live = try await care.fixture.engine.read { try $0.liveAlarms(of: circle, limit: 10) }
        #expect(live.map(\.alarm.due) == [care.fixture.now + .hours(2)])
        let key = try #require(live.first?.key)
        #expect(try await care.fixture.engine.read { try $0.record(of: key).map(\.event.kind) } == [.accepted])
        #expect(try await care.history(for: care.ana).alerts == [])
    }

    @Test("Activity after the question ends it, those who were told are told so, and the wait begins anew")
    func answered() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        try await care.fixture.pass(.minutes(136))
        #expect(try care.pushes(to: care.ben) == [.alert])
        try await care.isActive()
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ben) == [.alert, .alertEnded])
        let over = try #require(try await care.history(for: care.ana).alerts.first)
        #expect(over.state == .cancelled)
        try await care.fixture.pass(.minutes(119))
        #expect(try care.pushes(to: care.ana) == [.areYouWell])
        try await care.fixture.pass(.minutes(1))
        #expect(try care.pushes(to: care.ana) == [.areYouWell, .areYouWell])
    }

    @Test("Activity ends a question that was asked, and whoever was told hears so, though the clock was set back since")
    func answeredAfterStep() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        try await care.fixture.pass(.minutes(136))
        #expect(try care.pushes(to: care.ben) == [.alert])
        let asked = try #require(try await care.history(for: care.ana).alerts.first)
        care.fixture.clock.set(to: care.fixture.now - .hours(1))
        try await care.isActive()
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ben) == [.alert, .alertEnded])
        #expect(try await care.alert(asked.id, for: care.ana).state == .cancelled)
        let (circle, now) = (care.circle, care.fixture.now)
        let live = try await care.fixture.engine.read { try $0.liveAlarms(of: circle, limit: 10) }
        #expect(live.map(\.alarm.due) == [now + .hours(2)])
    }

    @Test("A signal does not withdraw the question that the dweller was asked before the clock was set back")
    func signalAfterStep() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        try await care.fixture.pass(.hours(2))
        let asked = try #require(try await care.history(for: care.ana).alerts.first)
        care.fixture.clock.set(to: care.fixture.now - .hours(1))
        try await care.fixture.engine.write { tx in
            let until = tx.now + .minutes(30)
            try tx.transaction.insert(BlindInterval(from: tx.now - .minutes(90), until: until, cause: .ended))
        }
        try await care.signal(.fall)
        #expect(try await care.fixture.state(AlarmID(asked.id)) == .ringing)
        #expect(try await care.fixture.row(AlarmID(asked.id)).alarm.revision == 1)
    }

    @Test("One tap on the question says that the dweller is well, and the wait begins anew")
    func tapped() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        try await care.fixture.pass(.hours(2))
        let asked = try #require(try await care.history(for: care.ana).alerts.first)
        try await care.fixture.report(.acknowledged, of: AlarmID(asked.id), from: care.anasWatch)
        try await care.fixture.pass(.minutes(119))
        #expect(try care.pushes(to: care.ben) == [])
        #expect(try care.pushes(to: care.anasWatch) == [.areYouWell])
        try await care.fixture.pass(.minutes(1))
        #expect(try care.pushes(to: care.anasWatch) == [.areYouWell, .areYouWell])
    }

    @Test("Once a member has acknowledged, the dweller is not asked again before the next activity")
    func acknowledged() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        try await care.fixture.pass(.minutes(136))
        let asked = try #require(try await care.history(for: care.ana).alerts.first)
        try await care.acknowledge(asked.id, by: care.ben)
        try await care.fixture.pass(.hours(10))
        #expect(try care.pushes(to: care.ana).filter { $0 == .areYouWell }.count == 1)
        try await care.isActive()
        try await care.fixture.pass(.hours(2))
        #expect(try care.pushes(to: care.ana).filter { $0 == .areYouWell }.count == 2)
    }

    @Test("The dweller is not asked within quiet hours, which do not count")
    func quietHours() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings(wait: .hours(4), quiet: true))
        try await care.fixture.pass(.hours(12))
        try await care.isActive()
        try await care.fixture.catchUp()
        care.fixture.channel.forget()
        // One hour counts from 21:00 to 22:00; the other three count from 7:00.
        try await care.fixture.pass(.hours(13) + -.seconds(1))
        #expect(care.fixture.channel.stages == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.ana) == [.areYouWell])
    }

    @Test("Within quiet hours wellness and inactivity are held and the history says so, and a fall is a fall")
    func quietSignals() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings(quiet: true))
        try await care.fixture.pass(.hours(14))
        care.fixture.channel.forget()
        #expect(try await care.signal(.wellness).held == .quietHours)
        #expect(try await care.signal(.fall).state == .counting)
        #expect(try await care.history(for: care.ana).alerts.contains { $0.state == .held && $0.kind == .wellness })
        #expect(try await care.overview(for: care.ben).dwellers.first?.status?.quietUntil != nil)
    }

    @Test("After an outage the dweller's wait begins again, and no question comes within quiet hours")
    func outage() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings(quiet: true))
        // 19:40.
        try await care.fixture.pass(.minutes(640))
        try await care.isActive()
        try await care.fixture.catchUp()
        care.fixture.channel.forget()
        let back = care.fixture.now + .hours(4)
        care.fixture.clock.set(to: back)
        try await care.fixture.engine.write { tx in
            try tx.transaction.insert(BlindInterval(from: back - .minutes(190), until: back, cause: .ended))
        }
        try await care.fixture.catchUp()
        #expect(care.fixture.channel.stages == [])
        // From 7:00 on, two hours.
        let asksAt = back + .minutes(9 * 60 + 20)
        #expect(try await care.overview(for: care.ana).dwellers.first?.status?.asksAt == asksAt)
        try await care.fixture.pass((asksAt - back) + -.seconds(1))
        #expect(care.fixture.channel.stages == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.ana) == [.areYouWell])
        try await care.fixture.pass(.minutes(15))
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("An absence that a clock recorded while it was ahead does not put the question off once the clock is right")
    func absenceToCome() async throws {
        let care = try await CareFixture()
        try await care.set(Self.settings())
        let now = care.fixture.now
        try await care.fixture.engine.write { tx in
            let until = now + .hours(2)
            try tx.transaction.insert(BlindInterval(from: until - .minutes(30), until: until, cause: .ended))
        }
        try await care.isActive()
        #expect(try await care.overview(for: care.ana).dwellers.first?.status?.asksAt == now + .hours(2))
    }

    @Test("A signal from another time zone moves the question by that zone's quiet hours, and begins none")
    func travels() async throws {
        let care = try await CareFixture()
        let ana = care.ana
        try await care.set(Self.settings(wait: .hours(4), quiet: true))
        // 19:00 in Berlin: three hours until the quiet hours, and one after them.
        try await care.fixture.pass(.hours(10))
        try await care.isActive()
        func asksAt() async throws -> Instant? {
            try await care.overview(for: ana).dwellers.first?.status?.asksAt
        }
        let last = care.fixture.now
        #expect(try await asksAt() == last + .hours(13))
        let signal = CareSignalRequest(.glucose(try GlucoseReading(milligramsPerDecilitre: 90)), timeZone: "Asia/Tokyo")
        let _: CareAlertView = try await care.fixture.ask { try $0.care.signal(signal, by: ana) }
        // 3:00 in Tokyo: four hours from 7:00 on.
        #expect(try await asksAt() == last + .hours(8))
        try await care.fixture.pass(.hours(8) + .minutes(15))
        let asked = try #require(try await care.history(for: ana).alerts.first { $0.kind == .inactivity })
        try await care.acknowledge(asked.id, by: care.ben)
        let _: CareAlertView = try await care.fixture.ask { try $0.care.signal(signal, by: ana) }
        #expect(try await asksAt() == nil)
    }

    @Test("A pause holds everything but the button, moves the question, and ends by itself or at once")
    func pause() async throws {
        let care = try await CareFixture()
        let ana = care.ana
        try await care.set(Self.settings())
        let end = care.fixture.now + .hours(10)
        let paused: CareSettings = try await care.fixture.ask { try $0.care.pause(CarePause(until: end), by: ana) }
        #expect(paused.pausedUntil == end)
        #expect(paused.inactivity?.wait == .hours(2))
        #expect(try await care.overview(for: care.ben).dwellers.first?.status?.pausedUntil == end)
        try await care.fixture.pass(.hours(9))
        #expect(try await care.signal(.fall).held == .paused)
        #expect(try await care.signal(.fall).held == .paused)
        #expect(try await care.history(for: care.ana).alerts.count == 1)
        #expect(care.fixture.channel.stages == [])
        #expect(try await care.signal(.manual).state == .counting)
        try await care.fixture.pass(.hours(3) + -.seconds(1))
        #expect(try care.pushes(to: care.ana).contains(.areYouWell) == false)
        try await care.fixture.pass(.seconds(1))
        #expect(try care.pushes(to: care.ana).contains(.areYouWell))
        let resumed: CareSettings = try await care.fixture.ask { try $0.care.resume(by: ana) }
        #expect(resumed.pausedUntil == nil)
        try await expectProblem(.malformed) { () async throws -> CareSettings in
            let past = care.fixture.now
            return try await care.fixture.ask { try $0.care.pause(CarePause(until: past), by: ana) }
        }
    }

    @Test("Without a wait the dweller is not asked, and removing the wait cancels the alarm")
    func turnedOff() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        try await care.fixture.pass(.hours(24))
        #expect(care.fixture.channel.stages == [])
        try await care.set(Self.settings())
        try await care.set(CareSettings())
        try await care.fixture.pass(.hours(24))
        #expect(try care.pushes(to: care.ana) == [])
        let circle = care.circle
        #expect(try await care.fixture.engine.read { try $0.liveAlarms(of: circle, limit: 10) } == [])
    }

    @Test("As many still days running as the dweller set are an alert, once, and not before")
    func wellness() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(wellness: try WellnessPattern(stillness: .hours(10), days: 3)))
        // One sign of activity a day, at 9:00: 15 h of stillness follow each.
        // The first day was not watched from its beginning.
        for _ in 0..<4 {
            try await care.isActive()
            #expect(try await care.history(for: care.ana).alerts == [])
            try await care.fixture.pass(.days(1))
        }
        try await care.isActive()
        let alert = try #require(try await care.history(for: care.ana).alerts.first)
        #expect(alert.kind == .wellness)
        #expect(alert.state == .counting)
        try await care.cancel(alert.id, by: care.ana)
        try await care.fixture.pass(.days(1))
        try await care.isActive()
        #expect(try await care.history(for: care.ana).alerts.count == 1)
    }

    @Test("A device's own account of its days counts, and an active day breaks the row")
    func accounts() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(wellness: try WellnessPattern(stillness: .hours(10), days: 2)))
        let today = LocalDateTime(date: try #require(LocalDate(year: 2027, month: 1, day: 15)), time: .midnight).date
        func report(_ hours: Int64...) -> CareActivityReport {
            CareActivityReport(
                timeZone: "Europe/Berlin",
                days: hours.enumerated().map { index, still in
                    WellnessDay(date: today.adding(days: index - hours.count), stillness: .hours(still))
                }
            )
        }
        try await care.isActive(report(12, 3, 12))
        #expect(try await care.history(for: care.ana).alerts == [])
        try await care.isActive(report(12, 12, 12))
        #expect(try await care.history(for: care.ana).alerts.map(\.kind) == [.wellness])
    }

    @Test("Days that were still are told after the quiet hours in which they ended, not in them")
    func wellnessAtNight() async throws {
        let care = try await CareFixture()
        let until = try #require(LocalTime(hour: 7, minute: 0))
        try await care.set(
            CareSettings(
                quietHours: try QuietHours(from: .midnight, until: until),
                wellness: try WellnessPattern(stillness: .hours(10), days: 2)
            )
        )
        for _ in 0..<2 {
            try await care.isActive()
            try await care.fixture.pass(.days(1))
        }
        try await care.isActive()
        // 1:00 of the fourth day.
        try await care.fixture.pass(.hours(16))
        try await care.isActive()
        #expect(try await care.history(for: care.ana).alerts == [])
        try await care.fixture.pass(.hours(8))
        try await care.isActive()
        #expect(try await care.history(for: care.ana).alerts.map(\.kind) == [.wellness])
    }

    @Test("Neither the day on which watching begins nor one of a pause counts as still")
    func unwatchedDays() async throws {
        let care = try await CareFixture()
        let settings = CareSettings(wellness: try WellnessPattern(stillness: .hours(12), days: 2))
        // From 18:00 on, active all evening; then one still day.
        try await care.fixture.pass(.hours(9))
        try await care.set(settings)
        try await care.fixture.pass(.hours(5))
        try await care.isActive()
        try await care.fixture.pass(.hours(10))
        try await care.isActive()
        try await care.fixture.pass(.days(1))
        try await care.isActive()
        #expect(try await care.history(for: care.ana).alerts == [])
        // A pause until the next afternoon: neither that day nor the one before it is counted.
        let ana = care.ana
        let end = care.fixture.now + .hours(30)
        let _: CareSettings = try await care.fixture.ask { try $0.care.pause(CarePause(until: end), by: ana) }
        try await care.fixture.pass(.hours(31))
        try await care.isActive()
        try await care.fixture.pass(.days(1))
        try await care.isActive()
        #expect(try await care.history(for: care.ana).alerts == [])
        let _: CareSettings = try await care.fixture.ask { try $0.care.resume(by: ana) }
        // The two whole days after the pause are.
        for _ in 0..<2 {
            try await care.fixture.pass(.days(1))
            try await care.isActive()
        }
        #expect(try await care.history(for: care.ana).alerts.map(\.kind) == [.wellness])
    }
}
