import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("System 2, the daily check-in: the person", .timeLimit(.minutes(10)))
struct DailyCheckInJourneyTests {
    @Test("A profile and a threshold are set, and contacts agree by the button behind their letter's link")
    func onboarding() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let report = try await ana.setCheckIn(CheckInSettings(threshold: .hours(72), name: "Ana"))
            #expect(report.settings.threshold == .hours(72))
            #expect(report.settings.name == "Ana")
            let ben = try await ana.addContact(ContactRequest(name: "Ben", email: "ben@example.org"))
            #expect(ben.consent == .pending)
            try await journey.catchUp()
            let question = try #require(journey.mails(to: "ben@example.org").first)
            #expect(question.subject.contains("Ana"))
            let link = try journey.link(.confirm, in: question.text)
            #expect(try await journey.open(link).text.contains("<form"))
            #expect(try await ana.contacts().map(\.consent) == [.pending], "looking at the page changes nothing")
            #expect(try await journey.press(link).status == .ok)
            #expect(try await ana.contacts().map(\.consent) == [.confirmed])
            #expect(try await ana.checkInReport().contacts == 1)
        }
    }

    @Test("A heartbeat brings the zone and what the device can do")
    func heartbeat() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.set(capabilities: Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.2"))
            let report = try await ana.checkIn(timeZone: "Asia/Taipei")
            #expect(report.history.map(\.timeZone) == ["Asia/Taipei"])
            let known = try #require(try await ana.devices().first?.view)
            #expect(known.capabilities == Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.2"))
        }
    }

    @Test("The status is new, normal, a warning within three hours, and expired, each with the seconds that remain")
    func status() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let new = try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            #expect(new.state == .new)
            #expect(new.remaining == nil)
            try await ana.checkIn()
            for (passed, state, remaining) in [
                (Span.zero, CheckInStatus.State.normal, Int64(86_400)), (.seconds(21 * 3600 - 1), .normal, 10_801),
                (.seconds(1), .warning, 10_800), (.hours(3), .expired, 0), (.hours(1), .expired, -3600),
            ] {
                try await journey.pass(passed)
                let report = try await ana.checkInReport()
                #expect(report.state == state)
                #expect(report.remaining == remaining)
            }
        }
    }

    @Test("Critical notices come three hours, two, one, and a quarter of an hour before the deadline")
    func notices() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone(locale: "zh-TW")
            try await ana.setCheckIn(CheckInSettings(threshold: .hours(24), name: "Ana"))
            try await ana.checkIn()
            try await journey.pass(.seconds(21 * 3600 - 1))
            for (span, count) in [(Span.seconds(1), 1), (.hours(1), 2), (.hours(1), 3), (.minutes(45), 4)] {
                try await journey.pass(span + -.seconds(1))
                #expect(await journey.stages(to: ana).count == count - 1)
                try await journey.pass(.seconds(1))
                #expect(await journey.stages(to: ana) == Array(repeating: .checkInDue, count: count))
            }
            let payload = try await journey.lastPayload(to: ana)
            #expect(payload.contains(#""interruption-level":"critical""#))
            #expect(payload.contains("15 分鐘"), "\(payload)")
        }
    }

    @Test("A snooze moves the deadline by 24 h, seven times in a row and no more")
    func snooze() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let due = try #require(try await ana.checkIn().due)
            try await journey.pass(.hours(23))
            for number in 1...7 {
                #expect(try await ana.snoozeCheckIn().due == due + .hours(24) * Int64(number))
            }
            await expectRefusal(.conflict) { try await ana.snoozeCheckIn() }
            try await journey.pass(.hours(168))
            #expect(journey.mails(to: "ben@example.org").count == 1, "the question alone")
            try await journey.pass(.hours(1))
            #expect(journey.mails(to: "ben@example.org").count == 2)
        }
    }

    @Test("A check-in on one of several devices counts, and takes the notices off the others")
    func severalDevices() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let tablet = try await journey.otherPhone(besides: ana)
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await ana.checkIn()
            try await journey.pass(.hours(22))
            #expect(await journey.stages(to: ana) == [.checkInDue, .checkInDue])
            #expect(await journey.stages(to: tablet) == [.checkInDue, .checkInDue])
            #expect(try await tablet.checkIn().due == journey.now + .hours(24))
            try await journey.pass(.hours(10))
            #expect(await journey.stages(to: ana) == [.checkInDue, .checkInDue, .cancel])
            #expect(try await ana.checkInReport().history.count == 2)
        }
    }

    @Test("A test notification reaches every device of the person")
    func testNotification() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let tablet = try await journey.otherPhone(besides: ana)
            try await ana.testNotification()
            try await journey.catchUp()
            #expect(await journey.stages(to: ana) == [.test])
            #expect(await journey.stages(to: tablet) == [.test])
        }
    }

    @Test("A rehearsal shows only the person what contacts would be sent")
    func rehearsal() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let begun = try await ana.rehearseCheckIn()
            #expect(begun.letters.map(\.name) == ["Ben"])
            #expect(begun.letters.first?.subject?.contains("Ana") == true)
            try await journey.pass(.hours(1))
            let stages = await journey.stages(to: ana)
            #expect(stages.contains(.rehearsal))
            #expect(stages.filter { $0 == .checkInDue }.count == 4)
            #expect(journey.mails(to: "ben@example.org").count == 1, "the question alone")
        }
    }

    @Test("More than sixty tests an hour are refused, and no check-in is")
    func rateLimit() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            for _ in 0..<59 { try await ana.testNotification() }
            await expectRefusal(.rateLimited) { try await ana.testNotification() }
            try await journey.pass(.minutes(10))
            #expect(try await ana.checkIn().due == journey.now + .hours(24))
            try await journey.pass(.hours(1))
            try await ana.testNotification()
        }
    }

    @Test("On vacation no one is told, and at its end a whole threshold begins")
    func vacation() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn()
            let end = journey.now + .days(14)
            #expect(try await ana.setCheckIn(CheckInSettings(pausedUntil: end, name: "Ana")).state == .paused)
            try await journey.pass(.days(14))
            #expect(try await ana.checkInReport().due == end + .hours(24))
            #expect(await journey.stages(to: ana).isEmpty)
            #expect(journey.mails(to: "ben@example.org").count == 1)
            try await journey.pass(.hours(24))
            #expect(journey.mails(to: "ben@example.org").count == 2)
        }
    }

    @Test("After deleting all data a person is watched no more, and the contacts are not told")
    func deletion() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let confirm = try journey.link(.confirm, in: try #require(journey.post.mails.last?.text))
            try await ana.checkIn()
            let receipt = try #require(try await ana.deleteEverything())
            #expect(receipt.count(of: "contacts") == 1)
            #expect(receipt.count(of: "checkIns") == 1)
            try await journey.pass(.days(3))
            #expect(journey.mails(to: "ben@example.org").count == 1)
            #expect(try await journey.press(confirm).status == .notFound)
        }
    }

    @Test("A deadline that passed while the relay was away is made up for: an hour to check in, then the contacts")
    func downtime() async throws {
        try await TemporaryDirectory.with { directory in
            let clock = TestClock()
            let (profiles, handOver) = AsyncStream<Profile>.makeStream()
            try await RelayJourney.with(in: directory, under: clock) { journey in
                let ana = try await journey.phone()
                try await ana.setCheckIn(CheckInSettings(name: "Ana"))
                try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
                try await ana.checkIn()
                try await journey.pass(.hours(20))
                try await journey.relay.leave()
                handOver.yield(await ana.profile)
            }
            clock.advance(by: .hours(8))
            handOver.finish()
            let profile = try #require(await profiles.first { _ in true })
            try await RelayJourney.with(in: directory, under: clock) { journey in
                let ana = journey.relay.device(profile)
                try await journey.catchUp()
                #expect(journey.post.mails.isEmpty)
                #expect(try await ana.checkInReport().due == clock.now() + .hours(1))
                try await journey.pass(.minutes(59))
                #expect(await journey.stages(to: ana).last == .checkInDue)
                #expect(journey.post.mails.isEmpty)
                try await journey.pass(.minutes(1))
                #expect(journey.mails(to: "ben@example.org").count == 1)
            }
        }
    }
}
