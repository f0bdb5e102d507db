import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What is taken back while an alert is on its way", .timeLimit(.minutes(10)))
struct CareRaceTests {
    private let store = InterruptedStore()

    /// A circle in which an alert is about to be sent to Ben's phone, and to his telephone.
    private func alerted() async throws -> (care: CareScene, alert: DocumentID) {
        let care = try await CareScene(store: store)
        try await care.leavePhone(care.ben)
        try await care.scene.catchUp()
        let alert = try await care.signal(.fall)
        try await care.scene.pass(.seconds(29))
        care.scene.clock.set(to: care.scene.now + .seconds(1))
        #expect(try await care.scene.scheduler.wakeDue() == 1)
        return (care, alert.id)
    }

    @Test("Who may not know any more, or has left, is told nothing once that was answered", arguments: [false, true])
    func withheld(leaves: Bool) async throws {
        let (care, _) = try await alerted()
        let messages = care.post.messages.count
        store.afterNextRead {
            guard leaves else {
                return try await care.change(care.ben, MemberChange(permissions: [.status, .alertManual]))
            }
            let (circle, ben) = (care.circle, care.ben)
            _ = try await care.scene.engine.write { try $0.removeMember(ben.person, of: circle, by: ben) }
        }
        #expect(try await care.scene.dispatcher.sendReady() == 2)
        #expect(try care.pushes(to: care.ben) == [])
        #expect(care.post.messages.count == messages)
    }

    @Test("Who may still know of this kind is told, whatever else was taken back")
    func notWithheld() async throws {
        let (care, _) = try await alerted()
        store.afterNextRead { try await care.change(care.ben, MemberChange(permissions: [.alertFall])) }
        #expect(try await care.scene.dispatcher.sendReady() == 2)
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("A telephone that was taken back is not written to once that was answered")
    func numberTakenBack() async throws {
        let (care, _) = try await alerted()
        let messages = care.post.messages.count
        let ben = care.ben
        store.afterNextRead { _ = try await care.scene.engine.write { try $0.removeCarePhone(by: ben) } }
        #expect(try await care.scene.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
        #expect(try care.pushes(to: ben) == [.alert])
    }

    @Test("No text message starts once its alert was called off, not even while it is counted")
    func calledOffWhileCounted() async throws {
        let (care, alert) = try await alerted()
        let messages = care.post.messages.count
        // The push stays on its way, so that what is written after the lease is the count of segments.
        care.scene.channel.hold()
        store.afterNextWrite {}
        store.afterNextWrite {
            try await care.cancel(alert, by: care.ana)
            care.scene.channel.release()
        }
        #expect(try await care.scene.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
    }

    @Test("A store that cannot count segments now puts a text message off, and does not lose it")
    func countFails() async throws {
        let (care, _) = try await alerted()
        let (store, messages) = (store, care.post.messages.count)
        care.scene.channel.hold()
        store.afterNextWrite { store.failNextWrites(.failed("no room")) }
        store.afterNextWrite { care.scene.channel.release() }
        #expect(try await care.scene.dispatcher.sendReady() == 2)
        #expect(care.post.messages.count == messages)
        try await care.scene.pass(.minutes(1))
        #expect(care.post.messages.count == messages + 1)
    }

    @Test("Who has left the circle is not told that an alert is over of which they were told")
    func leftBeforeTheEnd() async throws {
        let (care, alert) = try await alerted()
        try await care.scene.catchUp()
        let messages = care.post.messages.count
        let (circle, ben) = (care.circle, care.ben)
        _ = try await care.scene.engine.write { try $0.removeMember(ben.person, of: circle, by: ben) }
        try await care.cancel(alert, by: care.ana)
        try await care.scene.pass(.hours(1))
        #expect(try care.pushes(to: ben) == [.alert])
        #expect(care.post.messages.count == messages)
    }

    @Test("A push that two senders brought stands in the history once")
    func toldOnce() async throws {
        let (care, alert) = try await alerted()
        let started = care.scene.channel.sent.count
        care.scene.channel.hold()
        async let first = care.scene.dispatcher.sendReady()
        await care.scene.channel.started(started + 1)
        care.scene.clock.set(to: care.scene.now + care.scene.engine.limits.lease + .seconds(1))
        async let second = care.scene.dispatcher.sendReady()
        await care.scene.channel.started(started + 2)
        care.scene.channel.release()
        _ = try await (first, second)
        #expect(try await care.alert(alert, for: care.ana).told.filter { $0.means == .push }.count == 1)
    }
}
