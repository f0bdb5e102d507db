import AlarmCore
import Testing

@Suite("Limits of a reminder's words")
struct ReminderWordsTests {
    private let fixture = ReminderFixture()

    private func details(title: String?, sealed: [PersonID: String] = [:]) throws -> ReminderDetails {
        try ReminderDetails(
            assignee: fixture.child.person,
            title: title,
            sealed: sealed,
            schedule: .at(fixture.now)
        )
    }

    @Test("It has a title in clear, sealed words, or both, but not neither")
    func words() throws {
        let sealed = [fixture.child.person: "opaque"]
        #expect(refusal { try details(title: "Feed the cat") } == nil)
        #expect(refusal { try details(title: nil, sealed: sealed) } == nil)
        #expect(refusal { try details(title: "Feed the cat", sealed: sealed) } == nil)
        #expect(refusal { try details(title: nil) } == .noWords)
    }

    @Test("Titles have 1 to 400 bytes, sealed words at most 8,192 for all members")
    func lengths() {
        #expect(refusal { try details(title: "") } == .text)
        #expect(refusal { try details(title: String(repeating: "猫", count: 133)) } == nil)
        #expect(refusal { try details(title: String(repeating: "猫", count: 134)) } == .text)
        let half = String(repeating: "x", count: 4096)
        let (one, other) = (fixture.child.person, fixture.mother.person)
        #expect(refusal { try details(title: nil, sealed: [one: half, other: half]) } == nil)
        #expect(refusal { try details(title: nil, sealed: [one: half, other: half + "x"]) } == .sealedWords)
        #expect(refusal { try details(title: nil, sealed: [one: ""]) } == .sealedWords)
    }

    @Test("A checklist has at most 50 items, each with a number of its own")
    func checklist() throws {
        let fifty = (0..<50).map { Checklist.Item(id: $0, text: nil) }
        #expect(try Checklist(fifty).items.count == 50)
        #expect(refusal { try Checklist(fifty + [Checklist.Item(id: 50, text: nil)]) } == .tooManyItems(51))
        #expect(refusal { try Checklist([fifty[3], fifty[3]]) } == .repeatedItem(3))
        #expect(refusal { try Checklist([Checklist.Item(id: 1, text: "")]) } == .text)
    }

    @Test("Items are ticked and unticked by their number, in any order")
    func ticks() throws {
        var checklist = try Checklist([Checklist.Item(id: 7, text: "Bowl"), Checklist.Item(id: 2, text: "Water")])
        #expect(!checklist.isDone)
        try checklist.mark(2, done: true)
        try checklist.mark(2, done: true)
        #expect(checklist.items.map(\.isDone) == [false, true])
        try checklist.mark(7, done: true)
        #expect(checklist.isDone)
        try checklist.mark(2, done: false)
        #expect(checklist.items.map(\.isDone) == [true, false])
        #expect(refusal { try checklist.mark(3, done: true) } == .unknownItem(3))
        #expect(checklist.cleared.items.allSatisfy { !$0.isDone })
        #expect(Checklist.empty.isDone)
    }

    @Test("A refusal names a strange zone without letting it speak to the terminal")
    func strangeZone() {
        #expect(ReminderError.unknownZone("\u{1B}[2J").description.hasPrefix("'\u{FFFD}[2J' is not a time zone"))
    }
}
