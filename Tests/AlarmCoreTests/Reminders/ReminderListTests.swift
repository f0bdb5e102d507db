import AlarmCore
import Testing

@Suite("Lists of reminders")
struct ReminderListTests {
    private let fixture = ReminderFixture()

    private func randomReminders(_ count: Int, _ chance: inout SeededGenerator) throws -> [Reminder] {
        try (0..<count).map { number in
            var reminder = try fixture.reminder(
                by: fixture.mother,
                for: fixture.everybody.randomElement(using: &chance) ?? fixture.child,
                id: UInt64(number),
                // Few different times, so that many are due together.
                due: fixture.now + .minutes(.random(in: -5...5, using: &chance))
            )
            if Bool.random(using: &chance) { try reminder.complete(by: fixture.mother, at: fixture.now) }
            return reminder
        }
    }

    private func pages(
        of reminders: [Reminder],
        showing filter: ReminderFilter,
        limit: Int,
        between: ([Reminder]) -> [Reminder] = { $0 }
    ) throws -> [Reminder] {
        var (shown, cursor, present): ([Reminder], ReminderCursor?, [Reminder]) = ([], nil, reminders)
        for _ in 0...reminders.count {
            let page = try ReminderPage(of: present, showing: filter, after: cursor, limit: limit)
            #expect(page.reminders.count <= limit)
            shown += page.reminders
            cursor = try page.next.map { try #require(ReminderCursor(text: $0.text)) }
            if cursor == nil { break }
            present = between(present)
        }
        #expect(cursor == nil, "the pages never end")
        return shown
    }

    @Test("Each filter shows what it says, and nothing else", arguments: 0..<100 as Range<UInt64>)
    func filters(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let reminders = try randomReminders(40, &chance)
        let (from, to) = (fixture.now - .minutes(2), fixture.now + .minutes(3))
        func shown(_ filter: ReminderFilter) throws -> Set<Reminder> {
            Set(try ReminderPage(of: reminders, showing: filter, limit: 100).reminders)
        }
        let (all, child) = (Set(reminders), fixture.child.person)
        #expect(try shown(ReminderFilter()) == all)
        #expect(try shown(ReminderFilter(status: .open)) == all.filter { $0.completion == nil })
        #expect(try shown(ReminderFilter(status: .completed)) == all.filter { $0.completion != nil })
        #expect(try shown(ReminderFilter(assignee: child)) == all.filter { $0.assignee == child })
        #expect(try shown(ReminderFilter(from: from)) == all.filter { $0.due >= from })
        #expect(try shown(ReminderFilter(to: to)) == all.filter { $0.due < to })
        #expect(
            try shown(ReminderFilter(status: .open, assignee: child, from: from, to: to))
                == all.filter { $0.status == .open && $0.assignee == child && $0.due >= from && $0.due < to }
        )
    }

    @Test("Pages of any size show each reminder once, sorted by due time", arguments: 0..<100 as Range<UInt64>)
    func paging(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let reminders = try randomReminders(.random(in: 0...60, using: &chance), &chance)
        let filter = try ReminderFilter(status: Bool.random(using: &chance) ? .open : nil)
        let shown = try pages(of: reminders, showing: filter, limit: .random(in: 1...20, using: &chance))
        #expect(shown == reminders.filter(filter.shows).sorted { $0.cursor < $1.cursor }, "seed \(seed)")
    }

    @Test(
        "Reminders that come and go between two pages neither repeat nor hide another",
        arguments: 0..<100 as Range<UInt64>
    )
    func stability(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let reminders = try randomReminders(60, &chance)
        // The first thirty stay; the others come and go.
        let (staying, others) = (reminders.prefix(30), reminders.dropFirst(30))
        let shown = try pages(of: reminders, showing: ReminderFilter(), limit: 7) { _ in
            staying + others.filter { _ in Bool.random(using: &chance) }
        }
        #expect(shown.count == Set(shown).count, "seed \(seed): one was shown twice")
        #expect(shown.filter(staying.contains) == staying.sorted { $0.cursor < $1.cursor }, "seed \(seed)")
    }

    @Test("A cursor is 32 characters, and anything else is none", arguments: 0..<100 as Range<UInt64>)
    func cursors(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let due = Instant(milliseconds: .random(in: .min ... .max, using: &chance))
        let cursor = ReminderCursor(due: due, id: .random(using: &chance))
        #expect(cursor.text.utf8.count == 32)
        #expect(ReminderCursor(text: cursor.text) == cursor)
        for text in ["", String(cursor.text.dropLast()), cursor.text + "A", cursor.text.dropLast() + "=", "ä"] {
            #expect(ReminderCursor(text: text) == nil)
        }
    }

    @Test("A list that ends before it begins, and a page of none or too many, are refused")
    func bounds() throws {
        #expect(refusal { try ReminderFilter(from: fixture.now, to: fixture.now) } == .emptyRange)
        for limit in [0, -1, 101, .max] {
            #expect(refusal { try ReminderPage(of: [], showing: ReminderFilter(), limit: limit) } == .page(limit))
        }
    }
}
