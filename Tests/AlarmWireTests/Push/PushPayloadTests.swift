import AlarmCore
import AlarmWire
import Testing

@Suite("A push is built once, measured, and read back")
struct PushPayloadTests {
    private func push(_ stage: Stage = .ring, messageBytes: Int = 8, rule: RecurrenceRule? = nil) throws -> AlarmPush {
        let text = "A..A.A." + String(repeating: "A", count: max(messageBytes - 7, 1))
        let message: SealedText = try #require(SealedText(text))
        return AlarmPush(
            stage: PushStage(stage),
            id: try #require(AlarmID("AAECAwQFBgcICQoLDA0ODw")),
            revision: 1,
            time: try Instant(iso8601: "2026-01-01T06:30:00Z"),
            rule: rule,
            message: message
        )
    }

    @Test("The payload is the protocol's, byte by byte")
    func bytes() throws {
        let payload = try PushPayload(try push(.ring), urgency: .timeSensitive)
        #expect(
            String(decoding: payload.bytes, as: UTF8.self)
                == #"{"aps":{"alert":{"title-loc-key":"ALARM_TITLE","loc-key":"ALARM_BODY"},"sound":"default","#
                + #""mutable-content":1,"interruption-level":"time-sensitive","category":"PARTNER_ALARM"},"#
                + #""alarm":{"v":1,"type":"alarm_request","stage":"ring","id":"AAECAwQFBgcICQoLDA0ODw","revision":1,"#
                + #""time":"2026-01-01T06:30:00Z","message":"A..A.A.A"}}"#
        )
        #expect(payload.size == payload.bytes.count)
    }

    @Test(
        "A handoff makes no sound, however urgent it is, and wakes the app beside its extension",
        arguments: Urgency.allCases
    )
    func handoff(urgency: Urgency) throws {
        var alarm = try push(.handoff)
        alarm.sound = "bells.caf"
        let payload = try PushPayload(alarm, urgency: urgency)
        #expect(
            String(decoding: payload.bytes, as: UTF8.self).hasPrefix(
                #"{"aps":{"alert":{"title-loc-key":"ALARM_HANDOFF_TITLE","loc-key":"ALARM_HANDOFF_BODY"},"#
                    + #""content-available":1,"mutable-content":1,"interruption-level":"passive","#
                    + #""category":"PARTNER_ALARM"},"alarm":{"v":1,"type":"alarm_request","stage":"handoff","#
            )
        )
    }

    @Test("A critical push has Apple's sound dictionary and names its sound")
    func critical() throws {
        var alarm = try push()
        alarm.sound = "bells.caf"
        let text = String(decoding: try PushPayload(alarm, urgency: .critical).bytes, as: UTF8.self)
        #expect(text.contains(#""sound":{"critical":1,"name":"bells.caf","volume":1.0},"mutable-content":1"#))
        #expect(text.contains(#""interruption-level":"critical""#))
    }

    @Test("A cancel makes no sound, a notice makes the default one")
    func quiet() throws {
        let cancel = String(decoding: try PushPayload(try push(.cancel), urgency: .active).bytes, as: UTF8.self)
        #expect(!cancel.contains(#""sound""#) && cancel.contains(#""interruption-level":"passive""#))
        // Where the extension cannot take a system alarm off, the app has to be woken for it.
        #expect(cancel.contains(#""content-available":1"#))
        var notice = try push(.noAnswer)
        notice.sound = "bells.caf"
        let text = String(decoding: try PushPayload(notice, urgency: .active).bytes, as: UTF8.self)
        #expect(text.contains(#""sound":"default""#) && text.contains("ALARM_NO_ANSWER_TITLE"))
    }

    @Test("The estimate that a push fits is right for any names, and an ordinary message fits by it")
    func surelyFits() throws {
        #expect(PushPayload.surelyFits(try push(messageBytes: 2048)))
        let rule = try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;UNTIL=20300101T000000Z")
        for sound in ["default", String(repeating: "\u{1}", count: 64), String(repeating: "\"", count: 64)] {
            var largest = 0
            for bytes in stride(from: 8, to: 4096, by: 61) {
                var alarm = try push(messageBytes: bytes, rule: rule)
                alarm.sound = sound
                alarm.timeZone = "America/Argentina/ComodRivadavia"
                if PushPayload.surelyFits(alarm) { largest = max(largest, PushPayload.largestSize(for: alarm)) }
            }
            #expect(largest > 1024)
            #expect(largest <= PushPayload.limit)
        }
    }

    @Test("4,096 bytes are sent, one more is refused with the size")
    func limit() throws {
        let empty = try PushPayload(try push(), urgency: .active).size
        let full = try push(messageBytes: 8 + PushPayload.limit - empty)
        #expect(try PushPayload(full, urgency: .active).size == 4096)
        let over = try push(messageBytes: 9 + PushPayload.limit - empty)
        #expect(throws: PushPayloadError.tooLarge(bytes: 4097)) { try PushPayload(over, urgency: .active) }
    }

    @Test(
        "No ring is larger than the size measured on acceptance",
        arguments: 1...50 as ClosedRange<UInt64>
    )
    func largest(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var alarm = try Samples.push(&random, stage: .handoff)
        alarm.reply = nil
        if alarm.rule == nil { alarm.firstTime = nil }
        let measured = PushPayload.largestSize(for: alarm)
        for stage in [Stage.handoff, .ring] {
            for urgency in Urgency.allCases {
                for isLate in [false, true] {
                    for revision in [1, Int(Int32.max)] {
                        var sent = alarm
                        (sent.stage, sent.isLate, sent.revision) = (PushStage(stage), isLate, revision)
                        #expect(try PushPayload(sent, urgency: urgency).size <= measured, "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test("A phone reads every push as it was sent", arguments: 1...50 as ClosedRange<UInt64>)
    func received(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alarm = try Samples.push(&random)
        let received = try ReceivedAlarmPush(payload: PushPayload(alarm, urgency: random.word()).bytes)
        #expect(received.alarm == alarm, "seed \(seed)")
        #expect(received.unreadable.isEmpty, "seed \(seed)")
    }

    @Test("A phone rings even if it understands little of a push: loud, never silent")
    func loud() throws {
        let text =
            #"{"aps":{"x":[[[[[[[[[[1]]]]]]]]]]},"alarm":{"v":9,"type":"new","stage":"siren","id":"AAECAwQFBgcICQoLDA0ODw","#
            + #""revision":2,"time":"2026-01-01T06:30:00Z","message":"garbled","sound":7,"colour":"red"}}"#
        let received = try ReceivedAlarmPush(payload: Array(text.utf8))
        #expect(received.alarm.revision == 2)
        #expect(received.alarm.stage.rawValue == "siren" && received.alarm.stage.stage == nil)
        #expect(received.alarm.message == nil)
        #expect(received.unreadable == ["sound", "message"])
    }

    @Test(
        "A push without an alarm is none",
        arguments: [
            "{}", #"{"aps":{}}"#, #"{"alarm":{}}"#, #"{"alarm":[]}"#, "x",
            #"{"alarm":{"stage":"ring","id":"AAECAwQFBgcICQoLDA0ODw","revision":1}}"#,
            #"{"alarm":{"stage":"RING","id":"AAECAwQFBgcICQoLDA0ODw","revision":1,"time":"2026-01-01T06:30:00Z"}}"#,
        ]
    )
    func none(text: String) {
        #expect(throws: WireError.self) { try ReceivedAlarmPush(payload: Array(text.utf8)) }
    }

    @Test("A damaged push is read or refused", arguments: 1...20 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try PushPayload(try Samples.push(&random), urgency: .critical).bytes
        var refused = 0
        for _ in 0..<100 where (try? ReceivedAlarmPush(payload: random.mutated(bytes))) == nil { refused += 1 }
        #expect((1..<100).contains(refused), "seed \(seed)")
    }

    @Test("A collapse id names alarm and stage within 64 bytes", arguments: Stage.allCases)
    func collapse(stage: Stage) throws {
        let id = try #require(AlarmID("AAECAwQFBgcICQoLDA0ODw"))
        let collapse = PushPayload.collapseID(alarm: id, stage: PushStage(stage))
        #expect(collapse == "AAECAwQFBgcICQoLDA0ODw.\(stage.rawValue)")
        let longest = try #require(PushStage(rawValue: String(repeating: "x", count: 32)))
        #expect(PushPayload.collapseID(alarm: id, stage: longest).utf8.count <= PushPayload.collapseIDLimit)
    }
}
