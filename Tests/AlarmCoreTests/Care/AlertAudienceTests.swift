import AlarmCore
import Testing

@Suite("Who is told of an alert")
struct AlertAudienceTests {
    private func person(_ number: UInt64) -> PersonID { PersonID(high: 0, low: number) }

    @Test("Only members who may know of the kind are told, by priority, and no tier is empty")
    func tiers() {
        let watchers = [
            CareWatcher(person: person(4), priority: 9, alerts: [.fall]),
            CareWatcher(person: person(3), priority: 2, alerts: [.fall, .manual]),
            CareWatcher(person: person(2), priority: 1, alerts: [.glucose]),
            CareWatcher(person: person(1), priority: 2, alerts: Set(CareSignal.Kind.allCases)),
        ]
        #expect(AlertAudience(for: .fall, among: watchers).tiers == [[person(1), person(3)], [person(4)]])
        #expect(AlertAudience(for: .glucose, among: watchers).tiers == [[person(2)], [person(1)]])
        #expect(AlertAudience(for: .wellness, among: watchers).tiers == [[person(1)]])
    }

    @Test("A care circle's members are told by what the dweller lets them know; the dweller is not told")
    func memberships() {
        func member(_ number: UInt64, _ role: Role, _ granted: Set<Permission>, tier: Int) -> Membership {
            Membership(person: person(number), role: role, since: .init(seconds: 0), granted: granted, tier: tier)
        }
        let circle = [
            member(1, .dweller, [], tier: 1), member(2, .member, Permission.defaultCare, tier: 5),
            member(3, .member, [.alertFall, .place], tier: 2), member(4, .member, [.status, .history], tier: 1),
        ]
        #expect(AlertAudience(for: .fall, in: circle, at: Instant(seconds: 0)).tiers == [[person(3)], [person(2)]])
        #expect(AlertAudience(for: .manual, in: circle, at: Instant(seconds: 0)).tiers == [[person(2)]])
        for kind in CareSignal.Kind.allCases { #expect(Permission.alert(kind.rawValue) == .alert(kind)) }
    }

    @Test("Without a member who may know, no one is told")
    func nobody() {
        let audience = AlertAudience(
            for: .fall,
            among: [CareWatcher(person: person(1), priority: 1, alerts: [.manual])]
        )
        #expect(audience.isEmpty)
        #expect(audience.tiers == [])
    }

    @Test("Everybody who may know is told once, by their most urgent priority", arguments: 0..<200 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let watchers = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
            CareWatcher(
                person: person(.random(in: 0..<8, using: &chance)),
                priority: .random(in: 1...9, using: &chance),
                alerts: Set(CareSignal.Kind.allCases.filter { _ in Bool.random(using: &chance) })
            )
        }
        let audience = AlertAudience(for: .fall, among: watchers)
        let told = audience.tiers.flatMap(\.self)
        let permitted = watchers.filter { $0.alerts.contains(.fall) }
        #expect(told.count == Set(told).count, "seed \(seed)")
        #expect(Set(told) == Set(permitted.map(\.person)), "seed \(seed)")
        #expect(audience.tiers.allSatisfy { !$0.isEmpty && $0 == $0.sorted() }, "seed \(seed)")
        let priorities = try audience.tiers.map { tier in
            let each = tier.map { person in permitted.filter { $0.person == person }.map(\.priority).min() }
            #expect(Set(each).count == 1, "seed \(seed)")
            return try #require(each.first ?? nil)
        }
        #expect(zip(priorities, priorities.dropFirst()).allSatisfy(<), "seed \(seed)")
        #expect(AlertAudience(for: .fall, among: watchers.shuffled(using: &chance)) == audience, "seed \(seed)")
    }
}
