import AlarmCore
import AlarmWire
import Sealing
import Synchronization
import Testing

@testable import DeviceKit

@Suite("Alarms wait on the device while the relay cannot be asked")
struct OutboxTests {
    private func accepted(_ id: AlarmID = AlarmID(high: 0, low: 0)) -> ScriptedTransport.Step {
        .ok(AlarmAccepted(id: id, time: noon, state: .scheduled, revision: 1), status: 202)
    }

    /// A device that has tried to set an alarm, with its profile and the alarm.
    private func tried(_ transport: ScriptedTransport) async throws -> (LocalDevice, Profile, AlarmID) {
        let ana = try PairedProfiles().ana
        let device = LocalDevice(ana, transport)
        do {
            _ = try await device.send(text: "Tea?", at: noon, to: PairedProfiles.pairID)
        } catch DeviceError.undelivered(let id, _) {
            return (device, ana, id)
        }
        throw DeviceError.nothingToChange
    }

    @Test("Without a connection the alarm is known not to be set; after a broken one it may be, whatever followed")
    func doubt() async throws {
        let (unsent, _, _) = try await tried(ScriptedTransport([]))
        #expect(await unsent.profile.outbox.map(\.mayBeSet) == [false])
        let (doubtful, _, _) = try await tried(
            ScriptedTransport([.failure(.interrupted("reset")), .failure(.unreachable("gone"))])
        )
        #expect(await doubtful.profile.outbox.map(\.mayBeSet) == [true])
    }

    @Test("What waits is sent as it was, and then waits no longer")
    func sent() async throws {
        let transport = ScriptedTransport()
        let (device, ana, id) = try await tried(transport)
        transport.add(accepted(id))
        let results = try await device.sendOutbox()
        guard case .set(let sent, _) = results.first else { throw DeviceError.unknownAlarm(id) }
        #expect(sent.id == id)
        #expect(await device.profile.outbox.isEmpty)
        #expect(Set(try transport.sent.map { try ana.opened($0).body }).count == 1)
    }

    @Test("A relay that refuses for good ends the waiting, with its reason")
    func refused() async throws {
        let transport = ScriptedTransport()
        let (device, _, id) = try await tried(transport)
        transport.add(.problem(Problem(.timeInPast, serverTime: noon)))
        guard case .refused(let sent, let reason, let kind) = try await device.sendOutbox().first else {
            throw DeviceError.unknownAlarm(id)
        }
        #expect(sent.id == id)
        #expect(reason.contains("Time in the past"))
        #expect(kind == .timeInPast)
        #expect(await device.profile.outgoing.isEmpty)
    }

    @Test("A relay that cannot answer now does not end the doubt about an earlier attempt")
    func busy() async throws {
        let transport = ScriptedTransport([
            .failure(.interrupted("reset")), .failure(.interrupted("reset")), .failure(.interrupted("reset")),
        ])
        let (device, _, _) = try await tried(transport)
        transport.add(.problem(Problem(.unavailable)))
        guard case .kept = try await device.sendOutbox().first else { throw DeviceError.nothingToChange }
        #expect(await device.profile.outbox.map(\.mayBeSet) == [true])
    }

    @Test("An alarm taken back while it waits is never sent; one that may be set is taken back at the relay")
    func withdrawn() async throws {
        let transport = ScriptedTransport()
        let (device, _, id) = try await tried(transport)
        let before = transport.sent.count
        try await device.cancel(id)
        #expect(transport.sent.count == before)
        #expect(await device.profile.outgoing.isEmpty)

        let broken = ScriptedTransport([
            .failure(.interrupted("reset")), .failure(.interrupted("reset")), .failure(.interrupted("reset")),
        ])
        let (other, ana, doubtful) = try await tried(broken)
        await #expect(throws: DeviceError.self) { try await other.cancel(doubtful) }
        broken.add(.problem(Problem(.notFound)))
        guard case .withdrawn = try await other.sendOutbox().first else { throw DeviceError.nothingToChange }
        #expect(try ana.opened(try #require(broken.sent.last)).method == .delete)
        #expect(await other.profile.outbox.isEmpty)
    }

    @Test("What no relay takes is refused before it is kept", arguments: ["my sound", "", ".hidden"])
    func unusable(sound: String) async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ana, transport)
        await #expect {
            _ = try await device.send(text: "Tea?", at: noon, to: PairedProfiles.pairID, sound: sound)
        } throws: { error in
            if case DeviceError.unusableAlarm(let fault) = error { fault.pointer == "/sound" } else { false }
        }
        #expect(transport.sent.isEmpty)
        #expect(await device.profile.outgoing.isEmpty)
    }

    @Test("Of two processes that both send what waits, the one whose answer settles it says so, and nothing is lost")
    func both() async throws {
        let store = InMemoryProfileStore()
        let first = ScriptedTransport()
        let (device, ana, id) = try await tried(first)
        try store.save(await device.profile)
        let clock = TestClock()
        func process(_ transport: ScriptedTransport) -> LocalDevice {
            LocalDevice(profile: ana, store: store, transport: transport, clock: { clock.now })
        }
        let inner = ScriptedTransport([accepted(id)])
        let (listener, command) = (process(inner), ScriptedTransport())
        let early = Mutex<[OutboxResult]?>(nil)
        let late = Mutex<[OutboxResult]?>(nil)
        let answer = AlarmAccepted(id: id, time: noon, state: .scheduled, revision: 1)
        command.add(
            .late(WireResponse(status: 202, body: answer.wire)) {
                let left = try? await listener.sendOutbox()
                early.withLock { $0 = left }
                clock.advance(by: LocalDevice.sendingTime)
                let settled = try? await listener.sendOutbox()
                late.withLock { $0 = settled }
            }
        )
        #expect(try await process(command).sendOutbox().isEmpty, "the other has said so")
        #expect(early.withLock { $0 } == [], "the command is sending it")
        guard case .set(let sent, _) = late.withLock({ $0 })?.first else { throw DeviceError.unknownAlarm(id) }
        #expect(sent.id == id)
        #expect(inner.sent.count == 1)
        #expect(try store.load()?.outbox.isEmpty == true)
    }
}
