import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("A device sets, moves and takes back alarms")
struct SendingTests {
    private func accepted(_ id: AlarmID, revision: Int = 1, time: Instant = noon) -> ScriptedTransport.Step {
        .ok(AlarmAccepted(id: id, time: time, state: .scheduled, revision: revision), status: 202)
    }

    /// A device that has set one alarm, and its request.
    private func sent(
        _ transport: ScriptedTransport,
        rule: RecurrenceRule? = nil
    ) async throws -> (device: LocalDevice, request: AlarmRequest) {
        let ana = try PairedProfiles().ana
        let device = LocalDevice(ana, transport)
        transport.add(accepted(AlarmID(high: 0, low: 0)))
        _ = try await device.send(
            text: "Tea?",
            at: noon + .hours(1),
            to: PairedProfiles.pairID,
            rule: rule,
            timeZone: rule == nil ? nil : "Europe/Berlin"
        )
        return (device, try AlarmRequest(json: ana.opened(transport.sent[0]).body))
    }

    private func opened(_ message: SealedText?, _ context: MessageContext) throws -> OpenedWords {
        var ben = try PairedProfiles().ben
        return ben.open(message, for: context, at: noon).words
    }

    @Test("A sent alarm names the partner's devices, is sealed for them, and holds no message in clear")
    func send() async throws {
        let transport = ScriptedTransport()
        let (device, request) = try await sent(transport)
        #expect(request.partnerToken.bytes == [UInt8](repeating: 7, count: 16))
        #expect(request.time.text == "2026-01-01T13:00:00Z")
        #expect(
            try opened(request.message, MessageContext(id: request.id, time: noon + .hours(1))) == .verified("Tea?")
        )
        let known = try #require(await device.profile.outgoing.first)
        #expect(known.id == request.id)
        #expect(known.isAccepted)
        #expect(await device.profile.pairs[0].secrets?.sealedMessages == 1)
    }

    @Test(
        "A time may be written with the sender's own offset, and names the same instant",
        arguments: [7200, -12_600, 0]
    )
    func offset(east: Int) async throws {
        let ana = try PairedProfiles().ana
        let transport = ScriptedTransport([accepted(AlarmID(high: 0, low: 0))])
        let device = LocalDevice(ana, transport)
        _ = try await device.send(text: "Tea?", at: noon, writtenEast: east, to: PairedProfiles.pairID)
        let request = try AlarmRequest(json: ana.opened(transport.sent[0]).body)
        #expect(request.time.timestamp == .instant(noon))
        #expect(request.time.text == (east == 0 ? noon.iso8601 : noon.iso8601(secondsEast: east)))
    }

    @Test("Names of alarms made later sort later")
    func order() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ana, transport, clock: clock)
        for _ in 0..<4 {
            transport.add(accepted(AlarmID(high: 0, low: 0)))
            _ = try await device.send(text: "", at: noon + .hours(1), to: PairedProfiles.pairID)
            clock.advance(by: .milliseconds(1))
        }
        let ids = await device.profile.outgoing.map(\.id)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 4)
    }

    @Test("A text that would not fit is refused before any request, and costs no message", arguments: [2048, 100_000])
    func tooLong(count: Int) async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ana, transport)
        await #expect {
            _ = try await device.send(
                text: String(repeating: "é", count: count / 2),
                at: noon,
                to: PairedProfiles.pairID
            )
        } throws: { error in
            if case DeviceError.textTooLong(_, 2048) = error { true } else { false }
        }
        #expect(transport.sent.isEmpty)
        #expect(await device.profile.outgoing.isEmpty)
        #expect(await device.profile.pairs[0].secrets?.sealedMessages == 0)
    }

    @Test("The size of what is sealed tells only which of four lengths holds the words", arguments: [0, 100, 150])
    func padding(count: Int) async throws {
        let transport = ScriptedTransport([accepted(AlarmID(high: 0, low: 0))])
        let ana = try PairedProfiles().ana
        let device = LocalDevice(ana, transport)
        _ = try await device.send(text: String(repeating: "x", count: count), at: noon, to: PairedProfiles.pairID)
        let request = try AlarmRequest(json: ana.opened(transport.sent[0]).body)
        #expect(request.message.text.utf8.count == (try Vectors().text("sealedMessage", "jwe").utf8.count))
    }

    @Test("A rule without a zone is refused before any request")
    func ruleWithoutZone() async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ana, transport)
        let rule = try RecurrenceRule("FREQ=DAILY")
        await #expect {
            _ = try await device.send(text: "Up!", at: noon, to: PairedProfiles.pairID, rule: rule)
        } throws: { error in
            if case DeviceError.ruleWithoutZone = error { true } else { false }
        }
        #expect(transport.sent.isEmpty)
    }

    @Test("An alarm whose answer was lost can be sent again as it was, and is known by the same name")
    func resend() async throws {
        let transport = ScriptedTransport()
        let ana = try PairedProfiles().ana
        let device = LocalDevice(ana, transport)
        var lost: AlarmID?
        do {
            _ = try await device.send(text: "Tea?", at: noon, to: PairedProfiles.pairID)
        } catch DeviceError.undelivered(let id, _) {
            lost = id
        }
        let id = try #require(lost)
        transport.add(accepted(id))
        #expect(try await device.resend(id).id == id)
        let bodies = try transport.sent.map { try ana.opened($0).body }
        #expect(Set(bodies).count == 1)
        #expect(await device.profile.outgoing.first?.isAccepted == true)
        await #expect(throws: DeviceError.self) { _ = try await device.resend(id) }
    }

    @Test("An alarm that the relay refuses is not remembered as set")
    func refused() async throws {
        let transport = ScriptedTransport([.problem(Problem(.timeInPast, serverTime: noon))])
        let device = LocalDevice(try PairedProfiles().ana, transport)
        await #expect(throws: DeviceError.self) {
            _ = try await device.send(text: "Tea?", at: noon - .days(1), to: PairedProfiles.pairID)
        }
        #expect(await device.profile.outgoing.isEmpty)
    }

    @Test("A moved alarm has its words sealed anew for the new time")
    func reschedule() async throws {
        let transport = ScriptedTransport()
        let (device, request) = try await sent(transport)
        transport.add(accepted(request.id, revision: 2))
        let later = noon + .hours(4)
        #expect(try await device.reschedule(request.id, at: later).revision == 2)
        let plain = try await device.profile.opened(transport.sent[1])
        let change = try AlarmChange(json: plain.body)
        #expect(plain.method == .patch)
        #expect(change.time?.timestamp == .instant(later))
        #expect(try opened(change.message, MessageContext(id: request.id, time: later)) == .verified("Tea?"))
        #expect(await device.profile.outgoing.first?.time == later)
    }

    @Test("An alarm that stops repeating is sealed without its rule")
    func withoutRule() async throws {
        let transport = ScriptedTransport()
        let (device, request) = try await sent(transport, rule: try RecurrenceRule("FREQ=DAILY"))
        transport.add(accepted(request.id, revision: 2))
        _ = try await device.reschedule(request.id, text: "Last tea", rule: .remove)
        let change = try AlarmChange(json: await device.profile.opened(transport.sent[1]).body)
        #expect(change.rule == .remove)
        let context = MessageContext(id: request.id, time: noon + .hours(1))
        #expect(try opened(change.message, context) == .verified("Last tea"))
    }

    @Test("Another sound alone leaves the words as they are")
    func sound() async throws {
        let transport = ScriptedTransport()
        let (device, request) = try await sent(transport)
        transport.add(accepted(request.id, revision: 2))
        _ = try await device.reschedule(request.id, sound: "bell.caf")
        let change = try AlarmChange(json: await device.profile.opened(transport.sent[1]).body)
        #expect(change == AlarmChange(sound: "bell.caf"))
    }

    @Test("A pair that the other side has ended is noticed, and its keys are gone")
    func gone() async throws {
        let transport = ScriptedTransport([.problem(Problem(.gone))])
        let device = LocalDevice(try PairedProfiles().ana, transport)
        for _ in 0..<2 {
            await #expect {
                _ = try await device.send(text: "Tea?", at: noon, to: PairedProfiles.pairID)
            } throws: { error in
                if case DeviceError.pairEnded(PairedProfiles.pairID) = error { true } else { false }
            }
        }
        #expect(transport.sent.count == 1)
        #expect(await device.profile.pairs[0].secrets == nil)
        #expect(await device.profile.pairs[0].partnerName == "Ben")
    }

    @Test("Revoking deletes the keys here at once, and the relay is told when it can be")
    func revoke() async throws {
        let transport = ScriptedTransport()
        var ben = try PairedProfiles().ben
        ben.incoming = [PlannerTests.known(.armed)]
        let store = InMemoryProfileStore()
        let device = LocalDevice(ben, transport, store: store)
        #expect(try await device.revoke(PairedProfiles.pairID) == [PlannerTests.id])
        #expect(await !device.profile.pairs[0].isActive)
        #expect(await device.profile.unsentRevocations == [PairedProfiles.pairID])
        #expect(await device.profile.alarm(PlannerTests.id)?.isOver == true, "a push of it must not ring")

        transport.add(.answer(WireResponse(status: 200)))
        try await device.sendRevocations()
        let kept = try #require(try store.load())
        #expect(kept.unsentRevocations.isEmpty)
        #expect(kept.incoming.map(\.isOver) == [true], "it stays in the history")
        let keys = try #require(ben.pairs[0].secrets).keys
        #expect(!String(decoding: kept.wire, as: UTF8.self).contains(Base64URL.encode(keys.state.revealed())))
    }
}
