import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("What others change of one's place in a circle is told once")
struct CirclePlaceTests {
    private func circle(
        _ kind: Circle.Kind = .care,
        as role: Role = .member,
        permissions: Set<Permission>? = [.status, .alertFall],
        priority: Int? = 2
    ) -> CircleView {
        let own = CircleMemberView(
            person: PersonID(high: 0, low: 1),
            isSelf: true,
            role: role,
            displayName: "Ben",
            since: noon,
            permissions: permissions,
            priority: priority
        )
        return CircleView(Circle(id: CircleID(high: 0, low: 9), kind: kind, since: noon, name: "Home"), members: [own])
    }

    private func changes(from former: CircleView, to present: CircleView?) async throws -> [CirclePlaceChange] {
        let lists = [CircleList(circles: [former]), CircleList(circles: [present].compactMap(\.self))]
        let transport = ScriptedTransport((lists + [lists[1]]).map { .ok($0) })
        let store = InMemoryProfileStore()
        let device = LocalDevice(try PairedProfiles().ben, transport, store: store)
        #expect(try await device.followCircles().changes == [], "whoever joins knows")
        let restarted = LocalDevice(try #require(try store.load()), transport, store: store)
        let changes = try await restarted.followCircles().changes
        #expect(try await restarted.followCircles().changes == [], "once is enough")
        return changes
    }

    @Test("Being taken out of a circle is told by its name")
    func out() async throws {
        #expect(try await changes(from: circle(), to: nil) == [.out(of: "Home")])
    }

    @Test("A member hears that they are told of more alerts, or sooner, and a child that they are a parent")
    func inCharge() async throws {
        let former = circle()
        #expect(try await changes(from: former, to: circle(priority: 1)) == [.toldMore(in: "Home")])
        let more = circle(permissions: [.alertFall, .alertManual])
        #expect(try await changes(from: former, to: more) == [.toldMore(in: "Home")])
        let child = circle(.family, as: .child, permissions: nil, priority: nil)
        let parent = circle(.family, as: .parent, permissions: nil, priority: nil)
        #expect(try await changes(from: child, to: parent) == [.madeParent(in: "Home")])
        #expect(try await changes(from: parent, to: child) == [])
    }

    @Test("Other permissions, and being told later, are no charge")
    func other() async throws {
        #expect(try await changes(from: circle(), to: circle(permissions: [.alertFall, .place], priority: 3)) == [])
    }
}
