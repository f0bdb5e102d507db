import AlarmCore
import AlarmWire
import Engine
import ICalendar
import Testing

@testable import DeviceKit
@testable import reveille

@Suite("An alarm of a list, as events of a calendar")
struct CalendarExportTests {
    private let zones = ZoneDirectory()

    private func listing(
        _ rule: String? = nil,
        at time: LocalDateTime?,
        next: LocalDateTime? = nil,
        direction: AlarmView.Direction = .incoming,
        state: AlarmState = .scheduled,
        words: OpenedWords = .verified("Up")
    ) throws -> AlarmListing {
        let berlin = try #require(zones.rules(for: "Europe/Berlin"))
        let view = AlarmView(
            id: AlarmID(high: 7, low: 7),
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            direction: direction,
            state: state,
            revision: 3,
            time: berlin.resolve(try #require(time)).instant,
            nextTime: next.map { berlin.resolve($0).instant },
            rule: try rule.map { try RecurrenceRule($0) },
            timeZone: rule == nil ? nil : "Europe/Berlin",
            ttl: .hours(1),
            sound: "default",
            setAt: Instant(seconds: 1_760_000_000)
        )
        return AlarmListing(view: view, words: words, partnerName: "Ben")
    }

    private func events(_ listing: AlarmListing) throws -> (events: [CalendarEvent], isComplete: Bool) {
        listing.events(at: try Origin("https://relay.example.org"), zones: zones)
    }

    private func local(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> LocalDateTime? {
        LocalDateTime(year: 2027, month: month, day: day, hour: hour, minute: minute)
    }

    @Test("One that repeats begins at its present time, under an identifier that does not change with it")
    func repeating() throws {
        let found = try events(listing("FREQ=DAILY", at: local(1, 5, 7, 0), next: local(1, 6, 7, 0)))
        let event = try #require(found.events.first)
        #expect(found.isComplete && found.events.count == 1)
        #expect(event.uid == "\(AlarmID(high: 7, low: 7))@relay.example.org")
        #expect(event.summary == "Up")
        guard case .recurring(_, let first, nil, "Europe/Berlin", _) = event.time else {
            Issue.record("\(event.time)")
            return
        }
        #expect(first == local(1, 5, 7, 0))
    }

    @Test("A present time that a clock change has moved stands alone, and the rest keeps to the rule")
    func moved() throws {
        // On 28 March 2027 02:30 is skipped, and rings at 03:30.
        let found = try events(listing("FREQ=DAILY", at: local(3, 28, 2, 30), next: local(3, 29, 2, 30)))
        #expect(found.isComplete && found.events.count == 2)
        guard case .once(let single)? = found.events.first?.time,
            case .recurring(_, let first, nil, _, _)? = found.events.last?.time
        else {
            Issue.record("\(found.events)")
            return
        }
        #expect(zones.rules(for: "Europe/Berlin")?.localDateTime(at: single) == local(3, 28, 3, 30))
        #expect(first == local(3, 29, 2, 30))
        #expect(Set(found.events.map(\.uid)).count == 2)
    }

    @Test("Of one that repeats a number of times only what is known is written, and it is not called all")
    func counted() throws {
        let found = try events(listing("FREQ=DAILY;COUNT=9", at: local(1, 5, 7, 0), next: local(1, 6, 7, 0)))
        #expect(!found.isComplete && found.events.count == 2)
        let last = try events(listing("FREQ=DAILY;COUNT=9", at: local(1, 5, 7, 0)))
        #expect(last.isComplete && last.events.count == 1)
    }

    @Test("What was put off is at the time until which it was, also as one time of those that repeat")
    func putOff() throws {
        let end = Instant(seconds: 1_800_000_000)
        var once = try listing(at: local(1, 5, 7, 0))
        once.view.snoozedUntil = end
        #expect(try events(once).events.map(\.time) == [.once(end)])
        var daily = try listing("FREQ=DAILY", at: local(1, 5, 7, 0), next: local(1, 6, 7, 0))
        daily.view.snoozedUntil = end
        let found = try events(daily)
        #expect(found.isComplete && found.events.count == 2)
        #expect(Set(found.events.map(\.uid)).count == 1)
        let first = try #require(local(1, 5, 7, 0))
        #expect(found.events.last?.time == .moved(from: first, zone: "Europe/Berlin", to: end))
        var counted = try listing("FREQ=DAILY;COUNT=9", at: local(1, 5, 7, 0), next: local(1, 6, 7, 0))
        counted.view.snoozedUntil = end
        #expect(try events(counted).events.first?.time == .once(end))
    }

    @Test("Words that cannot be trusted are not in it, and one that cannot ring now is not certain")
    func doubtful() throws {
        let found = try events(listing(at: local(1, 5, 7, 0), state: .blocked, words: .unverified(.damaged)))
        #expect(found.events.map(\.summary) == ["Alarm"])
        #expect(found.events.map(\.isCertain) == [false])
        let own = try events(listing(at: local(1, 5, 7, 0), direction: .outgoing))
        #expect(own.events.map(\.summary) == ["For Ben: Up"])
    }
}
