import AlarmCore
import DeviceSimulator
import Testing

@Suite("The judge of a run")
struct JudgeTests {
    private static let start = Scenario.defaultStart
    private static let due = start + .minutes(10)
    private static let wake = AlarmID(high: 7, low: 7)
    private static let other = AlarmID(high: 9, low: 9)

    /// A run with one of everything: accepted, armed, rung, answered, and the sender told.
    private static var record: RunRecord {
        func entry(
            _ seconds: Int64,
            _ lane: Timeline.Lane,
            _ kind: Timeline.Kind,
            _ text: String,
            alarm: AlarmID = wake,
            stage: String? = nil,
            state: String? = nil,
            ring: Timeline.Ring? = nil,
            phone: String? = nil
        ) -> Timeline.Entry {
            Timeline.Entry(
                at: start + .seconds(seconds),
                lane: lane,
                kind: kind,
                text: text,
                alarm: alarm,
                stage: stage,
                state: state,
                ring: ring,
                phone: phone
            )
        }
        let (ana, ben) = (Timeline.Lane.phone("ana"), Timeline.Lane.phone("ben"))
        let entries = [
            entry(0, .gateway, .push, "handoff for ben: accepted", stage: "handoff", phone: "ben"),
            entry(0, ben, .arrival, "gets the handoff", stage: "handoff"),
            entry(0, ben, .arming, "armed", state: "armed"),
            entry(0, .relay, .state, "wake is armed", state: "armed"),
            entry(600, ben, .ring, "RINGS: Hello", ring: Timeline.Ring(way: .alarmKit, isAudible: true)),
            entry(600, .relay, .state, "wake is ringing", state: "ringing"),
            entry(660, ben, .ring, "vibrates", ring: Timeline.Ring(way: .timeSensitive, isAudible: false)),
            entry(660, .gateway, .refusal, "ring refused", stage: "ring", phone: "ben"),
            entry(680, ben, .answer, "answers: Up", state: "acknowledged"),
            entry(680, ben, .disarming, "lets go"),
            entry(681, .relay, .state, "wake is acknowledged", state: "acknowledged"),
            entry(681, ana, .notice, "is told: Up", stage: "acknowledged"),
        ]
        return RunRecord(
            name: "made-up",
            title: "Made up",
            start: start,
            end: start + .minutes(30),
            alarms: [
                RunRecord.AlarmTrack(
                    label: "wake",
                    id: wake,
                    due: due,
                    sender: "ana",
                    receivers: ["ben"],
                    text: "Hello"
                ),
                RunRecord.AlarmTrack(label: "nap", id: other, due: due, sender: "ana", receivers: ["ben"], text: "Nap"),
            ],
            entries: entries
        )
    }

    @Test("A run in which something rings before its alarm is due has failed, and one in which nothing does has not")
    func noise() throws {
        var run = Self.record
        for index in run.entries.indices where run.entries[index].kind == .ring { run.entries[index].due = Self.due }
        #expect(Judge(run).verdictOnNoise() == nil)
        run.entries.append(
            Timeline.Entry(
                at: Self.due - .minutes(1),
                lane: .phone("ben"),
                kind: .ring,
                text: "RINGS: Hello",
                alarm: Self.wake,
                ring: Timeline.Ring(way: .timeSensitive, isAudible: true),
                due: Self.due
            )
        )
        let verdict = try #require(Judge(run).verdictOnNoise())
        #expect(!verdict.isMet)
        #expect(verdict.explanation == "seen: 9m (wake - 1m) RINGS: Hello")
    }

    private static func verdict(on sentence: String) throws -> RunRecord.Verdict {
        let text = """
            title: Made up
            lasts: 30m
            phones: {ana: , ben: }
            steps:
              - {at: 0s, send: wake, due: 10m}
              - {at: 0s, send: nap, due: 10m}
            expect:
              - \(sentence)
            """
        let scenario = try ScenarioFile.parse(text, file: "s.yaml")
        return try #require(Judge(record).verdicts(on: scenario.expectations).first)
    }

    @Test(
        "An event that happened meets its expectation",
        arguments: [
            "ben rings once for wake by alarmkit saying \"Hello\" at wake within 0s", "ben never rings for nap",
            "ben rings silently once by time-sensitive at wake + 60s", "ben arms wake once at 0s", "ben never arms nap",
            "ben disarms wake", "ben answers wake with acknowledged at wake + 80s", "ben receives handoff once",
            "ana is told acknowledged once of wake saying \"Up\"", "ana is never told no-answer",
            "gateway accepts 1 handoff push for ben of wake", "gateway accepts no ring pushes",
            "gateway refuses at least 1 push", "gateway refuses at most 1 push", "wake is armed at 9m59s",
            "wake is ringing at wake", "wake becomes ringing once", "wake never becomes missed",
            "wake ends acknowledged at wake + 81s within 0s", "wake ends acknowledged after wake",
            "ben rings between wake and wake", "ben never rings after wake", "ben never rings before wake",
        ]
    )
    func met(sentence: String) throws {
        let verdict = try Self.verdict(on: sentence)
        #expect(verdict.isMet, "\(verdict.explanation)")
        #expect(verdict.expectation == sentence)
        #expect(verdict.line == 8)
    }

    @Test(
        "An event that did not happen does not, and the judge says what was seen",
        arguments: [
            ("ben rings twice", "expected 2, seen 1: 10m (wake) RINGS: Hello"),
            ("ben never rings", "expected none, seen 1: 10m (wake) RINGS: Hello"),
            (
                "ben rings for nap",
                "expected at least 1, seen 0; similar: 10m (wake) RINGS: Hello; 11m (wake + 1m) vibrates"
            ),
            ("ben rings by critical", "expected at least 1, seen 0; similar: 10m (wake) RINGS: Hello; 11m"),
            ("ben rings saying \"Bye\"", "expected at least 1, seen 0; similar: 10m (wake) RINGS: Hello"),
            ("ben rings at wake + 3s", "expected at least 1, seen 0; at other times: 10m (wake) RINGS: Hello"),
            ("ben rings silently at wake", "seen 0; at other times: 11m (wake + 1m) vibrates"),
            ("ben arms nap", "expected at least 1, seen 0; similar: 0s (wake - 10m) armed"),
            ("ben never disarms", "expected none, seen 1"),
            ("ben answers with snoozed", "expected at least 1, seen 0; similar: 11m20s (wake + 80s) answers: Up"),
            ("ben receives ring", "expected at least 1, seen 0; similar: 0s (wake - 10m) gets the handoff"),
            ("ana is told no-answer", "expected at least 1, seen 0; similar: 11m21s (wake + 81s) is told: Up"),
            ("ana is never told anything", "expected none, seen 1"),
            ("ben is told acknowledged", "expected at least 1, seen 0"),
            ("gateway accepts 2 pushes", "expected 2, seen 1: 0s (wake - 10m) handoff for ben: accepted"),
            ("gateway accepts 1 push for ana", "expected 1, seen 0; similar"),
            ("gateway refuses no pushes", "expected none, seen 1"),
            ("gateway refuses at least 2 pushes", "expected at least 2, seen 1"),
            ("wake is ringing at 9m", "it was armed since 0s (wake - 10m)"),
            ("nap is scheduled at wake", "nap had no state yet at 10m (wake)"),
            ("wake becomes missed", "expected at least 1, seen 0; similar"),
            ("wake never becomes ringing", "expected none, seen 1"),
            ("wake ends missed", "it ended acknowledged, since 11m21s (wake + 81s)"),
            ("wake ends acknowledged at wake", "it ended acknowledged, since 11m21s (wake + 81s)"),
            ("nap ends missed", "nap never had a state"),
        ]
    )
    func unmet(sentence: String, explanation: String) throws {
        let verdict = try Self.verdict(on: sentence)
        #expect(!verdict.isMet)
        #expect(verdict.explanation.contains(explanation), "\(verdict.explanation)")
    }

    @Test("Of many entries seen the first few are named, and the number of the others")
    func many() throws {
        var record = Self.record
        let ring = try #require(record.entries.first { $0.kind == .ring })
        record.entries += (1...10 as ClosedRange<Int64>).map { count in
            var again = ring
            again.at = ring.at + .minutes(count)
            return again
        }
        let matcher = EntryMatcher(lane: .phone("ben"), kind: .ring, isAudible: true)
        let verdict = Judge(record).verdicts(on: [ScenarioExpectation("", .happens(matcher, .exactly(0), .always))])[
            0
        ]
        #expect(verdict.explanation.hasPrefix("expected none, seen 11: "))
        #expect(verdict.explanation.hasSuffix("; and 5 more"))
    }
}
