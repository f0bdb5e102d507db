import AlarmCore
import DeviceSimulator
import Testing

@Suite("Runs in the terminal")
struct ConsoleReportTests {
    @Test("A run is told in aligned lines, judged, and summed up")
    func wholeText() {
        var run = RunBuilder("nap", "A nap", from: -.minutes(10), to: .minutes(2), elapsed: 0.25)
        run.alarm("nap", to: ["早安"], "Up")
        run.add(-.minutes(10), .phone("Ana"), .request, "asks for an alarm")
        run.add(.milliseconds(40), .gateway, .push, "ring for 早安: accepted", stage: "ring")
        run.add(.milliseconds(240), .phone("早安"), .ring, "RINGS")
        run.verdict(true, "早安 rings within 2s", line: 9, "rang at +00:00:00.2")
        run.verdict(false, "早安 answers", line: 10, "")
        #expect(
            ConsoleReport().text(of: [run.record]) == """
                nap: A nap

                  -00:10:00.0  Ana      asks for an alarm
                  +00:00:00.0  gateway  ring for 早安: accepted
                  +00:00:00.2  早安     RINGS

                  ✓ 早安 rings within 2s  examples/scenarios/nap.yaml:9
                      rang at +00:00:00.2
                  ✗ 早安 answers  examples/scenarios/nap.yaml:10

                ✗ nap
                1 scenario: 0 passed, 1 failed; 2 expectations: 1 met, 1 not met; 12 min of the scenarios' time, played in 0.2 s

                """
        )
    }

    @Test("A run without an alarm counts from its start, and says why it broke off")
    func cutShort() {
        #expect(
            ConsoleReport().text(of: .cutShort) == """
                cut-short: A relay that does not start

                  +00:00:00  scenario  starts the relay

                  ✗ Ben rings  examples/scenarios/cut-short.yaml:7
                      the run broke off before it could be judged

                  ✗ broke off: the relay did not start within 5 s: address already in use

                """
        )
    }

    @Test("Nothing in a record steers the terminal; the colours are the report's own")
    func hostile() {
        let plain = ConsoleReport().text(of: [.hostile])
        #expect(plain.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        let coloured = ConsoleReport(isColoured: true).text(of: [.hostile])
        let codes = coloured.split(separator: "\u{1B}").dropFirst()
        #expect(!codes.isEmpty)
        #expect(
            codes.allSatisfy { $0.wholeMatch(of: /\[(0|1|2|31|32|33|35|36|90)m[^\u{0}-\u{9}\u{B}-\u{1F}]*/) != nil }
        )
    }

    @Test("Colours change nothing but the colour", arguments: RunRecord.samples)
    func colours(record: RunRecord) {
        let coloured = ConsoleReport(isColoured: true).text(of: [record])
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == ConsoleReport().text(of: [record]))
    }
}
