import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("What cannot be verified rings all the same")
struct OpeningTests {
    private static let id = AlarmID(high: 0x0190, low: 7)
    private static let due = noon + .hours(1)

    /// Opens `push` as Ben's phone.
    private func open(_ push: AlarmPush, as ben: Profile) async throws -> Received {
        let payload = try PushPayload(push, urgency: .timeSensitive).bytes
        return try await LocalDevice(ben, ScriptedTransport()).open(push: payload)
    }

    private func ring(_ message: SealedText?, _ change: (inout AlarmPush) -> Void = { _ in }) -> AlarmPush {
        var push = AlarmPush(stage: .ring, id: Self.id, revision: 1, time: Self.due, message: message)
        change(&push)
        return push
    }

    private func words(_ received: Received) -> OpenedWords? {
        if case .alarm(let alarm, _) = received { alarm.words } else { nil }
    }

    @Test("An honest push tells words and sender")
    func honest() async throws {
        var couple = try PairedProfiles()
        let message = try couple.seal(MessagePlaintext(id: Self.id, time: Self.due, text: "Tea?"))
        let received = try await open(ring(message), as: couple.ben)
        guard case .alarm(let alarm, let plan) = received else {
            Issue.record("not an alarm: \(received)")
            return
        }
        #expect(alarm.words == .verified("Tea?"))
        #expect(alarm.pair == PairedProfiles.pairID)
        #expect(alarm.partnerName == "Ana")
        #expect(plan.actions == [.ring(again: false)])
        #expect(plan.receipts == [.ringing])
    }

    enum Attack: CaseIterable, CustomTestStringConvertible {
        case graftedID, graftedTime, graftedRule, strippedRule, removed, garbage, foreignKey, ownKey, flipped, noMessage

        var doubt: OpenedWords.VerificationFailure {
            switch self {
            case .graftedID: .otherAlarm
            case .graftedTime: .otherTime
            case .graftedRule, .strippedRule: .otherRule
            case .removed: .missing
            case .garbage, .noMessage: .unreadable
            case .foreignKey, .ownKey: .unknownKey
            case .flipped: .damaged
            }
        }

        var testDescription: String { "\(self)" }
    }

    @Test("A push whose words belong elsewhere, are broken or lost rings without them", arguments: Attack.allCases)
    func attacks(attack: Attack) async throws {
        var couple = try PairedProfiles()
        let rule = try RecurrenceRule("FREQ=DAILY")
        let plain = MessagePlaintext(id: Self.id, time: Self.due, text: "Tea?")
        let push: AlarmPush
        switch attack {
        case .graftedID:
            var other = plain
            other.id = AlarmID(high: 9, low: 9)
            push = ring(try couple.seal(other))
        case .graftedTime:
            var other = plain
            other.time = Self.due + .minutes(1)
            push = ring(try couple.seal(other))
        case .graftedRule:
            push = ring(try couple.seal(plain)) { $0.rule = rule }
        case .strippedRule:
            var recurring = plain
            recurring.rule = rule
            push = ring(try couple.seal(recurring))
        case .removed: push = ring(nil)
        case .garbage: push = ring(SealedText("e30..AAAA.AAAA.AAAA"))
        case .foreignKey:
            push = ring(try SealedText(whole: CompactJWE.seal(plain.wire, with: .random(), keyID: "AAAAAAAA")))
        case .ownKey:
            push = ring(try couple.ben.pairs[0].seal(plain, at: noon))
        case .flipped:
            let parts = try couple.seal(plain).text.split(separator: ".", omittingEmptySubsequences: false)
            let tag = (parts[4].first == "A" ? "B" : "A") + parts[4].dropFirst()
            push = ring(SealedText((parts[..<4] + [tag[...]]).joined(separator: ".")))
        case .noMessage:
            let key = try #require(couple.ana.pairs[0].secrets).keys.sending()
            push = ring(try SealedText(whole: CompactJWE.seal(Array("[]".utf8), with: key.key, keyID: key.keyID)))
        }
        let received = try await open(push, as: couple.ben)
        #expect(words(received) == .unverified(attack.doubt))
        #expect(received.plan.rings)
    }

    @Test("A payload that is no payload rings", arguments: ["", "{}", "null", "{\"alarm\":{\"v\":2}}", "\u{0}\u{1}"])
    func garbage(payload: String) async throws {
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport())
        let received = try await device.open(push: Array(payload.utf8))
        guard case .unreadable = received else {
            Issue.record("read as \(received)")
            return
        }
        #expect(received.plan.rings)
    }

    @Test("An occurrence of a repeated alarm is checked against the start and rule that were sealed")
    func recurring() async throws {
        var couple = try PairedProfiles()
        let rule = try RecurrenceRule("FREQ=DAILY")
        let message = try couple.seal(MessagePlaintext(id: Self.id, time: noon, rule: rule, text: "Up!"))
        let later = ring(message) {
            $0.rule = rule
            $0.firstTime = noon
            $0.time = noon + .days(3)
            $0.revision = 4
        }
        #expect(words(try await open(later, as: couple.ben)) == .verified("Up!"))
        let shifted = ring(message) {
            $0.rule = rule
            $0.firstTime = noon + .hours(1)
            $0.time = noon + .days(3)
        }
        #expect(words(try await open(shifted, as: couple.ben)) == .unverified(.otherTime))
        let before = ring(message) {
            $0.rule = rule
            $0.firstTime = noon
            $0.time = noon - .days(1)
        }
        #expect(words(try await open(before, as: couple.ben)) == .unverified(.otherTime))
    }

    @Test("An alarm that rings once cannot be moved by naming a first time beside it")
    func movedOnce() async throws {
        var couple = try PairedProfiles()
        let message = try couple.seal(MessagePlaintext(id: Self.id, time: Self.due, text: "Tea?"))
        let moved = ring(message) {
            $0.firstTime = Self.due
            $0.time = Self.due + .hours(5)
        }
        #expect(words(try await open(moved, as: couple.ben)) == .unverified(.otherTime))
    }

    @Test("A sync that names another pair than the one whose key sealed the words is not believed")
    func otherPair() throws {
        var couple = try PairedProfiles()
        let message = try couple.seal(MessagePlaintext(id: Self.id, time: Self.due, text: "Tea?"))
        let synced = SyncedAlarm(
            id: Self.id,
            pair: PairID(high: 8, low: 8),
            state: .scheduled,
            revision: 1,
            time: Self.due,
            ttl: .minutes(10),
            sound: "default",
            message: message
        )
        #expect(couple.ben.open(synced, at: noon).words == .unverified(.otherPair))
    }

    @Test("A sealed reply is shown to the sender of the alarm it answers, and to no other")
    func replies() throws {
        var couple = try PairedProfiles()
        couple.ana.outgoing = [SentAlarm(id: Self.id, pair: PairedProfiles.pairID, text: "Tea?", time: Self.due)]
        let reply = try couple.ben.pairs[0].seal(
            MessagePlaintext(id: Self.id, time: Self.due, text: "Got it"),
            at: noon
        )
        let push = AlarmPush(stage: PushStage(.acknowledged), id: Self.id, revision: 1, time: Self.due, reply: reply)
        let notice = couple.ana.open(notice: push, at: noon)
        #expect(notice.reply == .verified("Got it"))
        #expect(notice.text == "Tea?")
        #expect(notice.partnerName == "Ben")
        var grafted = push
        grafted.time = Self.due + .days(1)
        #expect(couple.ana.open(notice: grafted, at: noon).reply == .unverified(.otherTime))
    }

    @Test("A person's own reply can be read again on their devices, to see which of two replies counts")
    func ownReply() throws {
        var couple = try PairedProfiles()
        let reply = try couple.ben.pairs[0].seal(
            MessagePlaintext(id: Self.id, time: Self.due, text: "Coming"),
            at: noon
        )
        var view = AlarmView(
            id: Self.id,
            pair: PairedProfiles.pairID,
            setBy: PersonID(high: 1, low: 1),
            direction: .incoming,
            state: .acknowledged,
            revision: 1,
            time: Self.due,
            ttl: .minutes(10),
            sound: "default",
            setAt: noon,
            reply: reply
        )
        #expect(couple.ben.listing(view, at: noon).ownReply == "Coming")
        #expect(couple.ben.listing(view, at: noon).reply == nil)
        view.reply = nil
        #expect(couple.ben.listing(view, at: noon).ownReply == nil)
    }
}
