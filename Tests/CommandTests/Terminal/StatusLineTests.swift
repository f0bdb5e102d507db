import AlarmWire
import RelayServer
import Testing

@testable import reveille

@Suite("What is said at the terminal of how the relay is")
struct StatusLineTests {
    private func lines(_ status: String, isRunning: Bool = true, detail: String? = nil) -> [String] {
        let checks = detail.map { detail in
            JSONValue.array([.object(of: ["name": "letters", "status": "degraded", "detail": .string(detail)])])
        }
        let report = JSONObject(["status": .string(status), "checks": checks])
        return LocalStatus(isRunning: isRunning, report: report).healthLines
    }

    @Test("A relay that is well needs nothing")
    func well() {
        #expect(lines("ok") == ["The relay runs: ok."])
        let busy = LocalStatus(isRunning: true, report: JSONObject(["status": "ok"]), gap: "no report (HTTP 503)")
        #expect(busy.healthLines.last == "  no report (HTTP 503): what follows is what its database tells")
    }

    @Test(
        "Of letters that wait it is said why, and what to do as the doctor says it",
        arguments: ["degraded", "unavailable"]
    )
    func waiting(status: String) throws {
        let reason = "nothing has got through by email for 2 min; what waits is tried again: no connection came about"
        let remedy = try #require(RelayHealthcheck.remedy(for: status))
        #expect(
            lines(status, detail: reason)
                == ["The relay runs: \(status).", "  letters: degraded; \(reason)", "  → \(remedy)"]
        )
        #expect(remedy.contains("'reveille doctor'") && remedy.contains("log"))
    }

    @Test("Of a relay that does not run, the reason alone says what to do")
    func stopped() {
        let said = lines("unavailable", isRunning: false, detail: "no relay answers: start it")
        #expect(said == ["The relay does not run.", "  letters: degraded; no relay answers: start it"])
    }
}
