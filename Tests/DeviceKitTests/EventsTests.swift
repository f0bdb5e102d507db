import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("The event stream tells what a push would have told")
struct EventsTests {
    private func frame(_ event: StreamEvent, cursor: Int64 = 1) -> [UInt8] {
        event.serverSent(cursor: SyncCursor(change: cursor)).frame
    }

    private func alarm(_ couple: inout PairedProfiles) throws -> AlarmPush {
        let message = try couple.seal(MessagePlaintext(id: PlannerTests.id, time: PlannerTests.due, text: "Tea?"))
        return AlarmPush(
            stage: .handoff,
            id: PlannerTests.id,
            revision: 1,
            time: PlannerTests.due,
            message: message
        )
    }

    @Test("Every opened stream asks for a sync; events are decoded from pieces of any size")
    func pieces() async throws {
        var couple = try PairedProfiles()
        let bytes =
            ServerSentEvent.keepAlive + frame(.alarm(try alarm(&couple)))
            + ServerSentEvent(type: "later", data: "{}").frame + frame(.sync(SyncCursor(change: 2)))
        let transport = ScriptedTransport(streams: [.success(bytes.map { [$0] })])
        var events = LocalDevice(couple.ben, transport).events().makeAsyncIterator()
        #expect(try await events.next() == .syncNeeded)
        guard case .received(.alarm(let alarm, let plan))? = try await events.next() else {
            Issue.record("no alarm")
            return
        }
        #expect(alarm.words == .verified("Tea?"))
        #expect(plan.armsAt == PlannerTests.due)
        #expect(try await events.next() == .syncNeeded)
        let request = try couple.ben.opened(transport.sent[0])
        #expect(request.method == .get)
        #expect(request.target == Endpoints.Sync.events.target)
    }

    @Test("A stream that breaks is opened again where it broke, and asks for a sync again")
    func reconnect() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport(streams: [
            .success([frame(.alarm(try alarm(&couple)), cursor: 41)]), .failure(.unreachable("down")),
            .success([frame(.sync(SyncCursor(change: 42)))]),
        ])
        var events = LocalDevice(couple.ben, transport).events().makeAsyncIterator()
        var kinds: [String] = []
        for _ in 0..<6 {
            switch try await events.next() {
            case .syncNeeded: kinds.append("sync")
            case .received: kinds.append("alarm")
            case .interrupted: kinds.append("interrupted")
            case nil: kinds.append("end")
            }
        }
        #expect(kinds == ["sync", "alarm", "interrupted", "interrupted", "sync", "sync"])
        let ids = transport.sent.map { request in request.headers.first { $0.name == "last-event-id" }?.value }
        #expect(ids == [nil, "41", "41"])
        #expect(Set(try transport.sent.map { try couple.ben.opened($0).id }).count == 3)
    }

    @Test("An alarm event that makes no sense rings", arguments: ["{}", "not json", "{\"v\":1}"])
    func nonsense(data: String) async throws {
        let transport = ScriptedTransport(streams: [.success([ServerSentEvent(type: "alarm", data: data).frame])])
        var events = LocalDevice(try PairedProfiles().ben, transport).events().makeAsyncIterator()
        _ = try await events.next()
        guard case .received(let received)? = try await events.next() else {
            Issue.record("nothing received")
            return
        }
        #expect(received.plan.rings)
    }

    @Test("A relay that is not to be trusted ends the stream for good")
    func untrusted() async throws {
        let transport = ScriptedTransport(streams: [.failure(.untrusted("expired"))])
        var events = LocalDevice(try PairedProfiles().ben, transport).events().makeAsyncIterator()
        await #expect {
            _ = try await events.next()
        } throws: { error in
            if case DeviceError.transport(.untrusted) = error { true } else { false }
        }
    }
}
