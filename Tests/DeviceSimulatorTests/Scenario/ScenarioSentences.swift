import AlarmCore
import DeviceSimulator

/// Sentences of the sample, and their meanings.
enum ScenarioSentences {
    private static let start = Scenario.defaultStart
    private static let due = start + .minutes(10)
    private static let ben = Timeline.Lane.phone("ben")
    private static let ana = Timeline.Lane.phone("ana")

    static let good: [(String, ScenarioExpectation.Claim)] = [
        ("ben rings", .happens(ring(), .atLeast(1), .always)),
        ("ben rings silently twice", .happens(ring(isAudible: false), .exactly(2), .always)),
        ("ben rings 3 times for wake", .happens(ring("wake"), .exactly(3), .always)),
        ("ben never rings by critical", .happens(ring(way: .critical), .exactly(0), .always)),
        (
            "ben rings at least twice saying \"Wake up\" after wake + 1m",
            .happens(ring(words: "Wake up"), .atLeast(2), .after(due + .minutes(1)))
        ),
        (
            "ben arms wake at most once before 5m",
            .happens(EntryMatcher(lane: ben, kind: .arming, alarm: "wake"), .atMost(1), .before(start + .minutes(5)))
        ),
        ("ben never disarms", .happens(EntryMatcher(lane: ben, kind: .disarming), .exactly(0), .always)),
        (
            "ben answers wake with snoozed at wake",
            .happens(
                EntryMatcher(lane: ben, kind: .answer, alarm: "wake", state: "snoozed"),
                .atLeast(1),
                .near(due, tolerance: .seconds(2))
            )
        ),
        (
            "ben receives handoff once between 0s and wake",
            .happens(EntryMatcher(lane: ben, kind: .arrival, stage: "handoff"), .exactly(1), .between(start, due))
        ),
        (
            "ana is told no-answer once of wake saying \"Ben\" at wake + 10m within 0s",
            .happens(
                EntryMatcher(lane: ana, kind: .notice, alarm: "wake", stage: "no-answer", words: "Ben"),
                .exactly(1),
                .near(due + .minutes(10), tolerance: .zero)
            )
        ),
        ("ana is never told anything", .happens(EntryMatcher(lane: ana, kind: .notice), .exactly(0), .always)),
        (
            "gateway refuses at most 2 pushes of wake",
            .happens(EntryMatcher(lane: .gateway, kind: .refusal, alarm: "wake"), .atMost(2), .always)
        ),
        (
            "gateway accepts no ring pushes for cleo",
            .happens(EntryMatcher(lane: .gateway, kind: .push, phone: "cleo", stage: "ring"), .exactly(0), .always)
        ),
        ("wake is ringing at wake + 1m", .holds(alarm: "wake", .ringing, at: due + .minutes(1))),
        ("wake ends missed after wake", .ends(alarm: "wake", .missed, .after(due))),
        (
            "wake never becomes snoozed",
            .happens(EntryMatcher(lane: .relay, kind: .state, alarm: "wake", state: "snoozed"), .exactly(0), .always)
        ),
    ]

    private static func ring(
        _ alarm: String? = nil,
        way: Timeline.Way? = nil,
        isAudible: Bool = true,
        words: String? = nil
    ) -> EntryMatcher {
        EntryMatcher(lane: ben, kind: .ring, alarm: alarm, way: way, isAudible: isAudible, words: words)
    }
}
