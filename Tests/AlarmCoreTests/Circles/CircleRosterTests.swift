import AlarmCore
import Testing

@Suite("A circle")
struct CircleRosterTests {
    private static let start = Instant(seconds: 1_767_225_600)

    private func person(_ number: UInt64) -> PersonID { PersonID(high: 0, low: number) }

    private func found(_ kind: Circle.Kind) throws -> CircleRoster {
        try CircleRoster(
            founding: Circle(id: CircleID(high: 1, low: 1), kind: kind, since: Self.start, name: "home"),
            by: person(1),
            called: "Ana",
            known: CircleRules.Known()
        )
    }

    private func family() throws -> CircleRoster {
        var roster = try found(.family)
        for (number, role) in [(2, .parent), (3, .child), (4, .child)] as [(UInt64, Role)] {
            try admit(person(number), as: role, to: &roster)
        }
        return roster
    }

    private func admit(_ person: PersonID, as role: Role, to roster: inout CircleRoster) throws {
        try roster.admit(
            person,
            as: role,
            invitedBy: self.person(1),
            known: CircleRules.Known(),
            at: Self.start
        )
    }

    @Test("Has its founder as parent or as dweller", arguments: Circle.Kind.allCases)
    func founder(_ kind: Circle.Kind) throws {
        let roster = try found(kind)
        #expect(roster.members.map(\.role) == [kind == .family ? .parent : .dweller])
        #expect(roster.member(person(1))?.displayName == "Ana")
    }

    @Test("Is one's only family, and one's only care circle as its dweller, but not the only one to look after")
    func oneFamily() throws {
        var roster = try found(.family)
        let taken = CircleRules.Known(circles: 1, hasFamily: true)
        #expect(throws: CircleError.alreadyInFamily) {
            try roster.admit(person(9), as: .child, invitedBy: person(1), known: taken, at: Self.start)
        }
        #expect(throws: CircleError.alreadyDweller) {
            try CircleRules.requireRoom(for: CircleRules.Known(circles: 1, isDweller: true), as: .dweller)
        }
        try CircleRules.requireRoom(for: CircleRules.Known(circles: 5, hasFamily: true, isDweller: true), as: .member)
        #expect(throws: CircleError.tooManyCircles) {
            try CircleRules.requireRoom(for: CircleRules.Known(circles: Circle.mostPerPerson), as: .member)
        }
    }

    @Test("Of a family lets only parents invite")
    func invitations() throws {
        let roster = try family()
        try roster.requireInvitation(by: person(2), as: .parent)
        #expect(throws: CircleError.notAllowed(.child)) { try roster.requireInvitation(by: person(3), as: .child) }
        #expect(throws: CircleError.wrongRole(.member, .family)) {
            try roster.requireInvitation(by: person(1), as: .member)
        }
        #expect(throws: CircleError.notAMember) { try roster.requireInvitation(by: person(9), as: .child) }
    }

    @Test("Of care lets only its dweller invite, and no second dweller")
    func careInvitations() throws {
        var roster = try found(.care)
        try admit(person(2), as: .member, to: &roster)
        #expect(throws: CircleError.notAllowed(.member)) { try roster.requireInvitation(by: person(2), as: .member) }
        #expect(throws: CircleError.wrongRole(.dweller, .care)) {
            try roster.requireInvitation(by: person(1), as: .dweller)
        }
    }

    @Test("Admits each person once, up to the limit")
    func admission() throws {
        var roster = try found(.care)
        try admit(person(2), as: .member, to: &roster)
        #expect(throws: CircleError.alreadyMember) { try admit(person(2), as: .member, to: &roster) }
        for number in 3...UInt64(Circle.largestSize) { try admit(person(number), as: .member, to: &roster) }
        #expect(throws: CircleError.full) { try admit(person(99), as: .member, to: &roster) }
    }

    @Test("Keeps its last parent while others stay, and ends with the last person")
    func lastParent() throws {
        var roster = try family()
        #expect(try roster.remove(person(1), by: person(1)) == .goesOn)
        #expect(throws: CircleError.lastParent) { try roster.remove(person(2), by: person(2)) }
        #expect(throws: CircleError.notAllowed(.child)) { try roster.remove(person(2), by: person(3)) }
        #expect(try roster.remove(person(3), by: person(2)) == .goesOn)
        #expect(try roster.remove(person(4), by: person(4)) == .goesOn)
        #expect(try roster.remove(person(2), by: person(2)) == .ends)
        #expect(roster.members.isEmpty)
    }

    @Test("Of care goes on without a member, and ends with its dweller")
    func dwellerLeaves() throws {
        var roster = try found(.care)
        try admit(person(2), as: .member, to: &roster)
        try admit(person(3), as: .member, to: &roster)
        #expect(throws: CircleError.notAllowed(.member)) { try roster.remove(person(3), by: person(2)) }
        #expect(try roster.remove(person(3), by: person(1)) == .goesOn)
        #expect(try roster.remove(person(1), by: person(1)) == .ends)
    }

    @Test("Lets a parent make a child a parent, and step down while another one stays")
    func promotion() throws {
        var roster = try family()
        #expect(throws: CircleError.notAllowed(.child)) {
            try roster.setRole(of: person(3), to: .parent, by: person(3))
        }
        try roster.setRole(of: person(3), to: .parent, by: person(1))
        #expect(roster.member(person(3))?.permissions.contains(.setForChildren) == true)
        #expect(throws: CircleError.notAllowed(.parent)) {
            try roster.setRole(of: person(3), to: .child, by: person(1))
        }
        try roster.setRole(of: person(1), to: .child, by: person(1))
        try roster.setRole(of: person(2), to: .child, by: person(2))
        #expect(throws: CircleError.lastParent) { try roster.setRole(of: person(3), to: .child, by: person(3)) }
    }

    @Test("Lets its dweller alone say what members may know, and in which order they are told")
    func permissions() throws {
        var roster = try found(.care)
        try admit(person(2), as: .member, to: &roster)
        #expect(roster.member(person(2))?.permissions == Permission.defaultCare)
        try roster.setPermissions(of: person(2), to: [.place, .alertFall], by: person(1))
        try roster.setTier(of: person(2), to: 9, by: person(1))
        #expect(roster.member(person(2))?.permissions == [.place, .alertFall])
        #expect(roster.member(person(2))?.tier == 9)
        #expect(throws: CircleError.notAllowed(.member)) {
            try roster.setPermissions(of: person(2), to: Permission.care, by: person(2))
        }
        #expect(throws: CircleError.permission(.setForChildren)) {
            try roster.setPermissions(of: person(2), to: [.setForChildren], by: person(1))
        }
        #expect(throws: CircleError.tier(10)) { try roster.setTier(of: person(2), to: 10, by: person(1)) }
        #expect(throws: CircleError.notForRole(.dweller)) { try roster.setTier(of: person(1), to: 1, by: person(1)) }
        var family = try family()
        #expect(throws: CircleError.notCare) { try family.setTier(of: person(3), to: 1, by: person(1)) }
    }

    @Test(
        "Has a parent or one dweller as long as it has people, after any change",
        arguments: 0..<200 as Range<UInt64>
    )
    func invariants(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let kind: Circle.Kind = Bool.random(using: &generator) ? .family : .care
        var roster = try found(kind)
        var now = Self.start
        for _ in 0..<120 where !roster.members.isEmpty {
            let before = roster
            let (one, other) = (
                person(.random(in: 1...6, using: &generator)), person(.random(in: 1...6, using: &generator))
            )
            let role = Role.allCases.randomElement(using: &generator) ?? .child
            now = now + .seconds(1)
            var ended = false
            do {
                switch Int.random(in: 0..<5, using: &generator) {
                case 0, 1:
                    try roster.admit(one, as: role, invitedBy: other, known: CircleRules.Known(), at: now)
                case 2: ended = try roster.remove(one, by: other) == .ends
                case 3: try roster.setRole(of: one, to: role, by: other)
                default: try roster.setTier(of: one, to: .random(in: -1...11, using: &generator), by: other)
                }
            } catch {
                #expect(roster == before, "a refusal changes nothing")
            }
            #expect(roster.members.isEmpty == ended)
            #expect(Set(roster.members.map(\.person)).count == roster.members.count)
            #expect(roster.members.allSatisfy { $0.role.kind == kind && Membership.tiers.contains($0.tier) })
            #expect(roster.members.allSatisfy { $0.permissions.isSubset(of: Permission.care) || kind == .family })
            guard !roster.members.isEmpty else { continue }
            switch kind {
            case .family: #expect(!roster.parents.isEmpty)
            case .care: #expect(roster.members.count { $0.role == .dweller } == 1)
            }
        }
    }
}
