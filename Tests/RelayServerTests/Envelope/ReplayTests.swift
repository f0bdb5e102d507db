import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("A request that somebody has recorded and sends again")
struct ReplayTests {
    /// A request as it went over the wire, and the answer that it had.
    private struct Recorded {
        let envelope: String
        let answer: String
        let device: DeviceID

        /// Lets a new device make an invite, and keeps what could be heard of it.
        init(at relay: TestRelay) async throws {
            let device = try await TestDevice(at: relay)
            let request = Endpoints.Invites.create(try CreateInvite.sample())
            let plaintext = RequestPlaintext(request, issuedAt: relay.clock.now(), id: TestDevice.newID())
            envelope = try CompactJWE.seal(plaintext.wire, with: device.key, keyID: device.keyID)
            self.device = device.id
            let answer = try await relay.send(.post, Endpoints.Invites.create.target, envelope: envelope)
            try #require(answer.status == .created)
            self.answer = answer.text
        }

        func sendAgain(to relay: TestRelay) async throws -> TestResponse {
            try await relay.send(.post, Endpoints.Invites.create.target, envelope: envelope)
        }

        /// Whether it is answered with what was kept, and has had its effect once.
        func isRepeated(by relay: TestRelay) async throws -> Bool {
            let again = try await sendAgain(to: relay)
            let mark = again.headers[try #require(.init("Idempotent-Replay"))]
            let count = try await invites(at: relay)
            return again.text == answer && mark == "true" && count == 1
        }

        func invites(at relay: TestRelay) async throws -> Int {
            let now = relay.clock.now()
            return try await relay.relay.engine.read { [device] in try $0.liveInvites(of: device, at: now).count }
        }
    }

    private static let flags = ["open-registration": "true"]

    @Test("After a restart it has the answer that it had before, and does nothing more")
    func restart() async throws {
        try await TemporaryDirectory.with { directory in
            let clock = TestClock()
            let kept = SharedValue<Recorded>()
            try await TestRelay.with(Self.flags, in: directory, under: clock) { relay in
                kept.value = try await Recorded(at: relay)
            }
            clock.advance(by: .seconds(200))
            let recorded = try #require(kept.value)
            try await TestRelay.with(Self.flags, in: directory, under: clock) { relay in
                #expect(try await recorded.isRepeated(by: relay))
                _ = try await Housekeeper(engine: relay.relay.engine).sweep()
                #expect(try await recorded.isRepeated(by: relay))
            }
            clock.advance(by: .seconds(101))
            try await TestRelay.with(Self.flags, in: directory, under: clock) { relay in
                let answer = try await recorded.sendAgain(to: relay)
                #expect(try answer.problem().kind == .clockSkew)
                let count = try await recorded.invites(at: relay)
                #expect(count == 1)
            }
        }
    }

    @Test("However the clock is set, it is too old, comes too early, or has the answer that it had before")
    func clockStep() async throws {
        try await TestRelay.with(Self.flags) { relay in
            let start = relay.clock.now()
            let recorded = try await Recorded(at: relay)
            let steps: [(Int64, Bool)] = [
                (500, false), (0, true), (-30, true), (-61, false), (-7200, false), (299, true), (301, false),
                (0, true),
            ]
            for (seconds, isAnswered) in steps {
                relay.clock.set(to: start + .seconds(seconds))
                if isAnswered {
                    #expect(try await recorded.isRepeated(by: relay), "at \(seconds) s")
                } else {
                    #expect(try await recorded.sendAgain(to: relay).problem().kind == .clockSkew, "at \(seconds) s")
                }
                #expect(try await recorded.invites(at: relay) == 1, "at \(seconds) s")
            }
        }
    }
}
