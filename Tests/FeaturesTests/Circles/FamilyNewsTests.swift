import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What the parents of a family read of changes among its people")
struct FamilyNewsTests {
    private let place: Place

    init() throws {
        place = try Place(latitude: 52.5, longitude: 13.4)
    }

    private func remove(_ leaver: Device, heir: Device? = nil, by device: Device, _ home: FamilyFixture) async throws {
        let (family, heir) = (home.family.id, heir?.person)
        _ = try await home.fixture.engine.write {
            try $0.circles.removeMember(leaver.person, of: family, handingOverTo: heir, by: device)
        }
    }

    private func news(_ home: FamilyFixture, for device: Device) async throws -> [FamilyNews] {
        try await home.fixture.circle(home.family.id, for: device).news
    }

    private func named(_ name: String, _ device: Device, _ home: FamilyFixture) async throws {
        let family = home.family.id
        let _: CircleView = try await home.fixture.ask {
            try $0.circles.changeMember(device.person, of: family, MemberChange(displayName: name), by: device)
        }
    }

    @Test("Of a parent who leaves: who it was, and which reminders and watched places went with them")
    func deleted() async throws {
        let home = try await FamilyFixture()
        try await named("Ben", home.ben, home)
        try await home.remind(by: home.ben, place: place)
        try await home.remind(by: home.ben)
        try await home.remind(for: home.ben, by: home.ana)
        try await home.remind(for: home.ben, by: home.ben)
        try await home.remind(by: home.ana)
        try await remove(home.ben, by: home.ben, home)
        let told = FamilyNews(.left, at: home.fixture.now, name: "Ben", deleted: 3, places: 1)
        #expect(try await news(home, for: home.ana).last == told)
        #expect(try await news(home, for: home.kim).isEmpty, "it is for parents")
    }

    @Test("Of reminders that were handed over: how many, and to whom")
    func handedOver() async throws {
        let home = try await FamilyFixture()
        try await home.remind(by: home.ben, place: place)
        try await remove(home.ben, heir: home.ana, by: home.ben, home)
        let told = try #require(try await news(home, for: home.ana).last)
        #expect((told.kind, told.heir, told.handedOver) == (.left, "Ana", 1))
        #expect((told.name, told.deleted, told.places) == (nil, 0, 0))
    }

    @Test("Of a new parent, for thirty days; a later change keeps what was told before")
    func newParent() async throws {
        let home = try await FamilyFixture()
        try await named("Lea", home.lea, home)
        let (family, lea, ana) = (home.family.id, home.lea.person, home.ana)
        let _: CircleView = try await home.fixture.ask {
            try $0.circles.changeMember(lea, of: family, MemberChange(role: .parent), by: ana)
        }
        try await remove(home.kim, by: home.ana, home)
        let told = try await news(home, for: home.lea)
        #expect(told.map(\.kind).suffix(2) == [.parent, .left])
        #expect(told.dropLast().last?.name == "Lea")
        home.fixture.clock.advance(by: .days(31))
        #expect(try await news(home, for: home.ana).isEmpty)
    }

    @Test("A device that listens is called to look at once when its person becomes a parent, or takes reminders over")
    func atOnce() async throws {
        let home = try await FamilyFixture()
        try await home.remind(by: home.ben)
        let (family, lea, ana, events) = (home.family.id, home.lea, home.ana, home.fixture.engine.events)
        let stream = events.listen(as: lea.id, of: lea.person)
        let _: CircleView = try await home.fixture.ask {
            try $0.circles.changeMember(lea.person, of: family, MemberChange(role: .parent), by: ana)
        }
        try await remove(home.ben, heir: lea, by: home.ben, home)
        events.close()
        var calls = 0
        for await event in stream {
            if case .sync = event { calls += 1 }
        }
        #expect(calls == 2)
    }

    @Test("A parent who joined by a code, and so had no name yet, is told by the name that they have set since")
    func namedLater() async throws {
        let home = try await FamilyFixture()
        let joined = FamilyNews(.parent, at: home.fixture.now, person: home.ben.person)
        #expect(try await news(home, for: home.ana) == [joined])
        // Another parent since the same time has a name of their own.
        let (family, lea, ana) = (home.family.id, home.lea.person, home.ana)
        let _: CircleView = try await home.fixture.ask {
            try $0.circles.changeMember(lea, of: family, MemberChange(role: .parent), by: ana)
        }
        try await named("Ben", home.ben, home)
        #expect(try await news(home, for: home.ana).map(\.name) == ["Ben", nil])
    }

    @Test("Somebody who is no parent any more, or has left, is not said to be one")
    func formerParent() async throws {
        let home = try await FamilyFixture()
        let (family, lea, ana) = (home.family.id, home.lea, home.ana)
        // Only parents themselves give it up.
        for (role, device) in [(Role.parent, ana), (.child, lea)] {
            let _: CircleView = try await home.fixture.ask {
                try $0.circles.changeMember(lea.person, of: family, MemberChange(role: role), by: device)
            }
        }
        #expect(try await news(home, for: home.ana).map(\.person) == [home.ben.person])
        try await remove(home.ben, by: home.ben, home)
        #expect(try await news(home, for: home.ana).map(\.kind) == [.left])
    }

    @Test("Whoever deletes all their data leaves no name behind")
    func unnamed() async throws {
        let home = try await FamilyFixture()
        try await named("Ben", home.ben, home)
        let ben = home.ben
        try await home.fixture.engine.write { try $0.circles.leaveAll(as: ben) }
        #expect(try await news(home, for: home.ana).last == FamilyNews(.left, at: home.fixture.now))
    }
}
