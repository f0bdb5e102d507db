import AlarmCore
import DeviceSimulator

/// Builds a run entry by entry, with times relative to the due second.
struct RunBuilder {
    /// Due time of the first alarm of every built run.
    static let due = Instant(seconds: 1_785_654_000)

    var record: RunRecord

    init(_ name: String, _ title: String, from start: Span, to end: Span, elapsed: Double = 1.25) {
        record = RunRecord(
            name: name,
            title: title,
            file: "examples/scenarios/\(name).yaml",
            start: Self.due + start,
            end: Self.due + end,
            elapsed: elapsed,
            lanes: [.scenario, .relay, .gateway]
        )
    }

    /// Adds an alarm with the identifier `number`, due `due` after the first.
    mutating func alarm(
        _ label: String,
        number: UInt64 = 1,
        due: Span = .zero,
        from sender: String = "Ana",
        to receivers: [String] = ["Ben"],
        _ text: String
    ) {
        record.alarms.append(
            RunRecord.AlarmTrack(
                label: label,
                id: AlarmID(high: 7, low: number),
                due: Self.due + due,
                sender: sender,
                receivers: receivers,
                text: text
            )
        )
        for name in [sender] + receivers where !record.lanes.contains(.phone(name)) {
            record.lanes.append(.phone(name))
        }
    }

    /// Adds an event at the time `at`, about the alarm with the identifier `alarm` if that is given.
    mutating func add(
        _ at: Span,
        _ lane: Timeline.Lane,
        _ kind: Timeline.Kind,
        _ text: String,
        alarm: UInt64? = 1,
        stage: String? = nil,
        state: String? = nil,
        ring: Timeline.Ring? = nil,
        phone: String? = nil
    ) {
        record.entries.append(
            Timeline.Entry(
                at: Self.due + at,
                lane: lane,
                kind: kind,
                text: text,
                alarm: alarm.map { AlarmID(high: 7, low: $0) },
                stage: stage,
                state: state,
                ring: ring,
                phone: phone
            )
        )
    }

    /// Adds a condition that held between two times.
    mutating func condition(_ lane: Timeline.Lane, _ label: String, from start: Span, to end: Span? = nil) {
        record.conditions.append(
            RunRecord.Condition(lane: lane, label: label, start: Self.due + start, end: end.map { Self.due + $0 })
        )
    }

    /// Adds a verdict.
    mutating func verdict(_ isMet: Bool, _ expectation: String, line: Int, _ explanation: String) {
        record.verdicts.append(
            RunRecord.Verdict(expectation: expectation, line: line, isMet: isMet, explanation: explanation)
        )
    }

    /// Records that the run was cut short.
    mutating func fail(_ reason: String) {
        record.failure = reason
    }

    /// Adds the acceptance and handoff of an alarm, whose push reaches `phone` 300 ms later.
    mutating func handOff(at: Span, to phone: String = "Ben", alarm: UInt64 = 1) {
        let sender = record.alarms.first { $0.id.low == alarm }?.sender ?? "Ana"
        add(at, .phone(sender), .request, "seals the words and asks for an alarm", alarm: alarm)
        add(at + .milliseconds(40), .relay, .state, "accepted, durably", alarm: alarm, state: "scheduled")
        push("handoff", at: at + .milliseconds(120), to: phone, alarm: alarm)
    }

    /// Adds a push that the gateway accepts and that reaches `phone` 180 ms later.
    mutating func push(_ stage: String, at: Span, to phone: String = "Ben", alarm: UInt64 = 1) {
        add(at, .gateway, .push, "\(stage) for \(phone): accepted", alarm: alarm, stage: stage, phone: phone)
        let isNotice = stage != "handoff" && stage != "ring" && stage != "cancel"
        add(
            at + .milliseconds(180),
            .phone(phone),
            isNotice ? .notice : .arrival,
            isNotice ? "is told: \(stage)" : "receives \(stage)",
            alarm: alarm,
            stage: stage
        )
    }
}
