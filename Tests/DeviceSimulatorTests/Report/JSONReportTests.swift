import AlarmCore
import AlarmWire
import DeviceSimulator
import Testing

@Suite("Runs as JSON")
struct JSONReportTests {
    @Test("The shape is the documented one")
    func shape() {
        var run = RunBuilder("nap", "A nap", from: -.minutes(10), to: .minutes(2), elapsed: 0.25)
        run.alarm("nap", "Up")
        run.condition(.relay, "down", from: -.minutes(1))
        run.add(.milliseconds(40), .gateway, .push, "accepted", stage: "ring", phone: "Ben")
        run.add(.seconds(1), .phone("Ben"), .ring, "RINGS", ring: Timeline.Ring(way: .alarmKit, isAudible: true))
        run.verdict(true, "Ben rings", line: 9, "rang")
        let expected = #"""
            {"version":1,"passed":true,"runs":[{"name":"nap","title":"A nap","file":"examples/scenarios/nap.yaml",
            "passed":true,"start":"2026-08-02T06:50:00Z","end":"2026-08-02T07:02:00Z","elapsedMs":250,
            "alarms":[{"label":"nap","id":"AAAAAAAAAAcAAAAAAAAAAQ","due":"2026-08-02T07:00:00Z","sender":"Ana",
            "receivers":["Ben"],"text":"Up"}],
            "lanes":["scenario","relay","gateway","phone:Ana","phone:Ben"],
            "entries":[{"at":"2026-08-02T07:00:00.040Z","lane":"gateway","kind":"push","text":"accepted",
            "alarm":"AAAAAAAAAAcAAAAAAAAAAQ","stage":"ring","phone":"Ben"},
            {"at":"2026-08-02T07:00:01Z","lane":"phone:Ben","kind":"ring","text":"RINGS",
            "alarm":"AAAAAAAAAAcAAAAAAAAAAQ","ring":{"way":"alarmkit","audible":true}}],
            "conditions":[{"lane":"relay","label":"down","start":"2026-08-02T06:59:00Z"}],
            "verdicts":[{"expectation":"Ben rings","line":9,"met":true,"explanation":"rang"}]}]}
            """#
        let text = String(decoding: JSONReport([run.record]).bytes, as: UTF8.self)
        #expect(text == expected.replacing("\n", with: "") + "\n")
    }

    @Test("A run that broke off has not passed, and says why")
    func failure() {
        let text = String(decoding: JSONReport([.cutShort, .snoozed]).bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"version":1,"passed":false,"#))
        #expect(text.contains(#""failure":"the relay did not start within 5 s: address already in use""#))
    }

    @Test("Any run is read back as it was", arguments: 0..<100 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var runs = RandomRun(seed: seed)
        let report = JSONReport([runs.record(), runs.record()])
        #expect(try JSONValue(parsing: report.bytes, limits: .answer) == report.value)
    }
}
