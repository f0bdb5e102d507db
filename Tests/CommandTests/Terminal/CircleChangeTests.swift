import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("What a listener says of a change in a circle")
struct CircleChangeTests {
    private let since = Instant(seconds: 1_800_000_000)
    private let ana = PersonID(high: 1, low: 1)
    private let ben = PersonID(high: 1, low: 2)
    private let oma = PersonID(high: 1, low: 3)

    private func family(
        _ roles: [(PersonID, String?, Role)],
        readBy reader: PersonID,
        _ news: [FamilyNews] = []
    )
        -> CircleView
    {
        CircleView(
            Circle(id: CircleID(high: 2, low: 1), kind: .family, since: since, name: "Hearth"),
            members: roles.map { person, name, role in
                CircleMemberView(person: person, isSelf: person == reader, role: role, displayName: name, since: since)
            },
            news: news
        )
    }

    @Test("That somebody is a parent now is said to the others by name, and to the person")
    func parent() {
        for (reader, said) in [(ana, "Oma is a parent in Hearth now."), (oma, "You are a parent in Hearth now.")] {
            let former = family([(ana, "Ana", .parent), (oma, "Oma", .child)], readBy: reader)
            let present = family([(ana, "Ana", .parent), (oma, "Oma", .parent)], readBy: reader)
            #expect(present.changes(since: former, in: .english) == [said])
            #expect(present.changes(since: present, in: .english) == [])
            #expect(former.changes(since: present, in: .english) == [])
        }
    }

    @Test("A new parent who joined by a code is said to the others, with the name if there is one, and a child is not")
    func joined() {
        for (name, said) in [("Oma", "Oma is a parent in Hearth now."), (nil, "Somebody is a parent in Hearth now.")] {
            for reader in [ana, ben] {
                let people: [(PersonID, String?, Role)] = [(ana, "Ana", .parent), (ben, "Ben", .child)]
                let former = family(people, readBy: reader)
                let present = family(people + [(oma, name, .parent)], readBy: reader)
                #expect(present.changes(since: former, in: .english) == [said])
                #expect(present.changes(since: present, in: .english) == [])
                let child = family(people + [(oma, name, .child)], readBy: reader)
                #expect(child.changes(since: former, in: .english) == [])
                // Whoever joins tells the name a moment after.
                #expect(present.members.filter(former.isJoined).map(\.person) == [oma])
                #expect(!child.members.contains(where: former.isJoined))
            }
        }
    }

    @Test("Reminders that were passed on are said once to the parents, and not again to whoever becomes one")
    func handedOver() {
        let news = FamilyNews(.left, at: since, name: "Ana", heir: "Ben", handedOver: 3)
        let former = family([(ana, "Ana", .parent), (ben, "Ben", .parent)], readBy: ben)
        let present = family([(ben, "Ben", .parent)], readBy: ben, [news])
        let said = "Open reminders passed on to Ben in Hearth: 3."
        #expect(present.changes(since: former, in: .english) == [said])
        #expect(present.changes(since: present, in: .english) == [])
        let child = family([(ben, "Ben", .parent), (oma, "Oma", .child)], readBy: oma)
        let promoted = family([(ben, "Ben", .parent), (oma, "Oma", .parent)], readBy: oma, [news])
        #expect(promoted.changes(since: child, in: .english) == ["You are a parent in Hearth now."])
    }

    @Test("A family's people hear of another name, another limit for snoozes, and whether the relay may read titles")
    func settings() {
        let former = family([(ana, "Ana", .parent), (ben, "Ben", .child)], readBy: ben)
        var renamed = former
        renamed.name = "Home"
        #expect(renamed.changes(since: former, in: .english) == ["Hearth is called Home now."])
        var (fixed, longer) = (former, former)
        fixed.snoozeLimit = .zero
        longer.snoozeLimit = .hours(2)
        #expect(
            fixed.changes(since: former, in: .english) == ["In Hearth reminders cannot be put off any more."]
        )
        #expect(
            longer.changes(since: former, in: .english) == [
                "In Hearth reminders can be put off until \(Language.english.length(.hours(2))) past their time now."
            ]
        )
        var readable = former
        readable.relayMayReadTitles = true
        #expect(
            readable.changes(since: former, in: .english) == [
                "In Hearth the relay may read the titles of reminders now."
            ]
        )
        #expect(
            former.changes(since: readable, in: .english) == [
                "In Hearth the relay may not read the titles of reminders any more."
            ]
        )
    }

    @Test("A member of a care circle hears that they are told of more alerts, and nothing of fewer")
    func toldMore() {
        func care(_ permissions: Set<Permission>) -> CircleView {
            CircleView(
                Circle(id: CircleID(high: 2, low: 1), kind: .care, since: since, name: "Dora"),
                members: [
                    CircleMemberView(
                        person: ben,
                        isSelf: true,
                        role: .member,
                        displayName: "Ben",
                        since: since,
                        permissions: permissions,
                        priority: 1
                    )
                ]
            )
        }
        let (few, many) = (care([.alertFall]), care([.alertFall, .alertManual]))
        #expect(
            many.changes(since: few, in: .english) == [
                "In Dora you are told of more alerts now, or sooner than before."
            ]
        )
        #expect(few.changes(since: many, in: .english) == [])
    }
}
