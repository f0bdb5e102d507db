import AlarmCore
import DeviceSimulator

/// Makes random runs from a seed, also ones that no scenario would produce.
struct RandomRun {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func record() -> RunRecord {
        var run = RunBuilder(
            text(),
            text(),
            from: span(),
            to: span(),
            elapsed: [.nan, -.infinity, 1e300, 0.5][pick(4)]
        )
        let people = (0...pick(3)).map { _ in text() }
        for number in 0..<UInt64(pick(3)) {
            run.alarm(text(), number: number, due: span(), from: people[0], to: people, text())
        }
        let lanes = [Timeline.Lane.scenario, .relay, .gateway] + people.map(Timeline.Lane.phone)
        for _ in 0..<pick(60) {
            run.add(
                span(),
                lanes[pick(lanes.count)],
                Timeline.Kind.allCases[pick(Timeline.Kind.allCases.count)],
                text(),
                alarm: pick(3) == 0 ? nil : UInt64(pick(3)),
                stage: pick(2) == 0 ? nil : ["ring", "handoff", text()][pick(3)],
                state: pick(2) == 0 ? nil : ["armed", "ringing", text()][pick(3)],
                ring: pick(2) == 0 ? nil : Timeline.Ring(way: .ordinary, isAudible: pick(2) == 0),
                phone: pick(2) == 0 ? nil : people[pick(people.count)]
            )
        }
        for _ in 0..<pick(6) {
            run.condition(lanes[pick(lanes.count)], text(), from: span(), to: pick(2) == 0 ? nil : span())
        }
        for line in 0..<pick(4) { run.verdict(pick(2) == 0, text(), line: line, text()) }
        if pick(3) == 0 { run.fail(text()) }
        return run.record
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// Mostly within two days; at times far beyond what a calendar holds.
    private mutating func span() -> Span {
        let widths: [Int64] = [0, 500, 60_000, 3_600_000, 172_800_000, .max / 4, .max]
        let width = widths[pick(widths.count)]
        return Span(milliseconds: Int64.random(in: -width...width, using: &generator))
    }

    private mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "b", " ", "<", ">", "&", "\"", "'", "]", "-", "\n", "\r", "\t", "\0", "\u{1B}", "\u{9B}", "\u{85}",
            "\u{202E}", "\u{FFFE}", "\u{1FFFF}", "早", "☀", "\u{FE0F}", "\u{301}", "\u{1F469}", "\u{200D}",
        ]
        return String(String.UnicodeScalarView((0..<pick(12)).map { _ in scalars[pick(scalars.count)] }))
    }
}
