import AlarmCore
package import AlarmWire

/// A report of runs as JSON, for programs.
///
/// One object:
///
/// - `version`: 1. Members may be added under the same number; nothing is renamed or removed.
/// - `passed`: whether every run was completed and met every expectation.
/// - `runs`: an array of objects, in the order in which they were played, each with
///   - `name`, `title`, `file` (left out for a scenario made by code), `passed`,
///   - `start`, `end`: in the run's own time; `elapsedMs`: its real duration in milliseconds,
///   - `failure`: why it broke off; left out if it did not,
///   - `alarms`: `{label, id, due, sender, receivers, text}`,
///   - `lanes`: the lanes' names: `scenario`, `relay`, `gateway`, `mail`, `sms`, and `phone:` or `contact:` with a
///     name,
///   - `entries`: `{at, lane, kind, text, content, alarm, stage, state, phone, ring: {way, audible}}`, in order;
///     unknown members are left out,
///   - `conditions`: `{lane, label, start, end}`, such as a phone that is offline; without `end`, to the run's end,
///   - `verdicts`: `{expectation, line, met, explanation}`.
///
/// Times are ISO 8601 in UTC, with milliseconds if there are any. An alarm's id is the 22 letters of the protocol.
package struct JSONReport: Sendable {
    /// Version of the format.
    package static let version = 1

    private let records: [RunRecord]

    package init(_ records: [RunRecord]) {
        self.records = records
    }

    /// The document in UTF-8, with a line break at its end.
    package var bytes: [UInt8] { value.text + [UInt8(ascii: "\n")] }

    /// The document.
    package var value: JSONValue {
        .object(of: [
            "version": .integer(Self.version),
            "passed": .bool(records.allSatisfy(\.hasPassed)),
            "runs": .array(records.map(run)),
        ])
    }

    private func run(_ record: RunRecord) -> JSONValue {
        .object(of: [
            "name": .string(record.name),
            "title": .string(record.title),
            "file": record.file.map(JSONValue.string),
            "passed": .bool(record.hasPassed),
            "start": time(record.start),
            "end": time(record.end),
            "elapsedMs": .integer(record.elapsedMilliseconds),
            "failure": record.failure.map(JSONValue.string),
            "alarms": .array(record.alarms.map(alarm)),
            "lanes": .array(record.lanes.map(lane)),
            "entries": .array(record.entries.map(entry)),
            "conditions": .array(record.conditions.map(condition)),
            "verdicts": .array(record.verdicts.map(verdict)),
        ])
    }

    private func alarm(_ alarm: RunRecord.AlarmTrack) -> JSONValue {
        .object(of: [
            "label": .string(alarm.label),
            "id": .string(alarm.id.description),
            "due": time(alarm.due),
            "sender": .string(alarm.sender),
            "receivers": .array(alarm.receivers.map(JSONValue.string)),
            "text": .string(alarm.text),
        ])
    }

    private func entry(_ entry: Timeline.Entry) -> JSONValue {
        .object(of: [
            "at": time(entry.at),
            "lane": lane(entry.lane),
            "kind": .string(entry.kind.rawValue),
            "text": .string(entry.text),
            "content": entry.content.map(JSONValue.string),
            "alarm": entry.alarm.map { .string($0.description) },
            "stage": entry.stage.map(JSONValue.string),
            "state": entry.state.map(JSONValue.string),
            "phone": entry.phone.map(JSONValue.string),
            "ring": entry.ring.map {
                .object(of: ["way": .string($0.way.rawValue), "audible": .bool($0.isAudible)])
            },
        ])
    }

    private func condition(_ condition: RunRecord.Condition) -> JSONValue {
        .object(of: [
            "lane": lane(condition.lane),
            "label": .string(condition.label),
            "start": time(condition.start),
            "end": condition.end.map(time),
        ])
    }

    private func verdict(_ verdict: RunRecord.Verdict) -> JSONValue {
        .object(of: [
            "expectation": .string(verdict.expectation),
            "line": .integer(verdict.line),
            "met": .bool(verdict.isMet),
            "explanation": .string(verdict.explanation),
        ])
    }

    private func time(_ instant: Instant) -> JSONValue { .string(instant.iso8601) }

    /// A prefix keeps a phone named `relay` apart from the relay itself.
    private func lane(_ lane: Timeline.Lane) -> JSONValue {
        switch lane {
        case .scenario, .relay, .gateway, .mail, .sms: .string(lane.name)
        case .contact(let name): .string("contact:\(name)")
        case .phone(let name): .string("phone:\(name)")
        }
    }
}
