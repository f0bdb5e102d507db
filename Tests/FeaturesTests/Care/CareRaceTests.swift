import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Permissions withdrawn while an alert is on its way", .timeLimit(.minutes(10)))
struct CareRaceTests {
    private let store = InterruptedStore()

    /// A circle in which an alert is about to be sent to Ben's phone, and to his telephone.
    private func alerted() async throws -> (care: CareFixture, alert: DocumentID) {
        let care = try await CareFixture(store: store)
        try await care.leavePhone(care.ben)
        try await care.fixture.catchUp()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(29))
        care.fixture.clock.set(to: care.fixture.now + .seconds(1))
        #expect(try await care.fixture.scheduler.wakeDue() == 1)
        return (care, alert.id)
    }

    @Test("A member without the permission, or who has left, is told nothing more", arguments: [false, true])
    func withheld(leaves: Bool) async throws {
        let (care, _) = try await alerted()
        let messages = care.post.messages.count
        store.afterNextRead {
            guard leaves else {
                return try await care.change(care.ben, MemberChange(permissions: [.status, .alertManual]))
            }
            let (circle, ben) = (care.circle, care.ben)
            _ = try await care.fixture.engine.write { try $0.circles.removeMember(ben.person, of: circle, by: ben) }
        }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(try care.pushes(to: care.ben) == [])
        #expect(care.post.messages.count == messages)
    }

    @Test("A member who loses the permission here is told nothing of an alert that another node has just ended")
    func endedElsewhere() async throws {
        let (care, alert) = try await alerted()
        let other = try EngineFixture(store: store, clock: care.fixture.clock, seed: 2)
        let (ana, messages) = (care.ana, care.post.messages.count)
        store.afterNextRead {
            let _: CareAlertView = try await other.ask { try $0.care.cancelAlert(alert, by: ana) }
            try await care.change(care.ben, MemberChange(permissions: [.status, .alertManual]))
        }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(try care.pushes(to: care.ben) == [])
        #expect(care.post.messages.count == messages)
    }

    @Test("A member who may still know of this kind is told, although other permissions were withdrawn")
    func notWithheld() async throws {
        let (care, _) = try await alerted()
        store.afterNextRead { try await care.change(care.ben, MemberChange(permissions: [.alertFall])) }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("A telephone number that was removed gets no message after the removal was answered")
    func numberTakenBack() async throws {
        let (care, _) = try await alerted()
        let messages = care.post.messages.count
        let ben = care.ben
        store.afterNextRead { _ = try await care.fixture.engine.write { try $0.care.removePhone(by: ben) } }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
        #expect(try care.pushes(to: ben) == [.alert])
    }

    @Test("No text message starts once its alert was cancelled, not even while its segments are counted")
    func calledOffWhileCounted() async throws {
        let (care, alert) = try await alerted()
        let messages = care.post.messages.count
        // The push is held back, so that the first write after the lease is the count of segments.
        care.fixture.channel.hold()
        store.afterNextWrite {}
        store.afterNextWrite {
            try await care.cancel(alert, by: care.ana)
            care.fixture.channel.release()
        }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
    }

    @Test("A store that cannot count segments now puts a text message off, and does not lose it")
    func countFails() async throws {
        let (care, _) = try await alerted()
        let (store, messages) = (store, care.post.messages.count)
        care.fixture.channel.hold()
        store.afterNextWrite { store.failNextWrites(.failed("no room")) }
        store.afterNextWrite { care.fixture.channel.release() }
        #expect(try await care.fixture.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
        try await care.fixture.pass(.minutes(1))
        #expect(care.post.messages.count == messages + 1)
    }

    @Test("A member who has left the circle is not told that an earlier alert is over")
    func leftBeforeTheEnd() async throws {
        let (care, alert) = try await alerted()
        try await care.fixture.catchUp()
        let messages = care.post.messages.count
        let (circle, ben) = (care.circle, care.ben)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(ben.person, of: circle, by: ben) }
        try await care.cancel(alert, by: care.ana)
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: ben) == [.alert])
        #expect(care.post.messages.count == messages)
    }

    @Test("A push that two senders brought stands in the history once")
    func toldOnce() async throws {
        let (care, alert) = try await alerted()
        let started = care.fixture.channel.sent.count
        care.fixture.channel.hold()
        async let first = care.fixture.dispatcher.sendReady()
        await care.fixture.channel.started(started + 1)
        care.fixture.clock.set(to: care.fixture.now + care.fixture.engine.limits.lease + .seconds(1))
        async let second = care.fixture.dispatcher.sendReady()
        await care.fixture.channel.started(started + 2)
        care.fixture.channel.release()
        _ = try await (first, second)
        #expect(try await care.alert(alert, for: care.ana).told.filter { $0.means == .push }.count == 1)
    }
}
