import AlarmCore
import Foundation
import Testing

@testable import CrashTest

@Suite("The report of a crash test")
struct ReportTests {
    private struct Nothing: Fault {
        var name = "nothing"
        let summary = "no fault at all"
        var result = FaultResult()

        func run(_ setting: FaultContext) async throws -> FaultResult { result }
    }

    private struct Impossible: Fault, Error {
        let name = "impossible"
        let summary = "a fault that cannot be brought about"

        func run(_ setting: FaultContext) async throws -> FaultResult { throw self }
    }

    private let setting = FaultContext(
        relay: URL(fileURLWithPath: "/nowhere"),
        folder: FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
    )

    @Test("Is clean when every promise was kept, or the fault was skipped with a reason")
    func clean() async throws {
        defer { try? FileManager.default.removeItem(at: setting.folder) }
        var left = Nothing(name: "left")
        left.result.skipped = "it takes root"
        let report = await CrashReport.run([Nothing(), left], setting)
        #expect(report.isClean)
        #expect(report.markdown.contains("left out: it takes root"))
    }

    @Test("Is not clean when a promise was broken, and names it in both forms")
    func broken() async throws {
        defer { try? FileManager.default.removeItem(at: setting.folder) }
        var fault = Nothing()
        var ledger = Ledger()
        ledger.accepted(AlarmID(high: 1, low: 1), due: Instant(seconds: 1_800_000_000))
        fault.result.verdict = LedgerFindings(on: ledger)
        let report = await CrashReport.run([fault], setting)
        #expect(!report.isClean)
        #expect(report.markdown.contains("BROKEN"))
        let json = try JSONSerialization.jsonObject(with: Data(try report.json.utf8)) as? [[String: Any]]
        #expect(json?.first?["lost"] as? Int == 1)
        #expect((json?.first?["broken"] as? [String])?.count == 1)
    }

    @Test("Has a column for the time to take over where a fault had one", arguments: [true, false])
    func takeOver(hasOne: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: setting.folder) }
        var fault = Nothing()
        fault.result.verdict.takeOver = hasOne ? .milliseconds(4321) : nil
        let lines = await CrashReport.run([fault], setting).markdown.split(separator: "\n")
        #expect(lines[0].contains("| latest | take-over | repeated |") == hasOne)
        #expect(lines[2].contains("| 0 ms | 4321 ms | 0 |") == hasOne)
        #expect(Set(lines.prefix(3).map { $0.count { $0 == "|" } }).count == 1)
    }

    @Test("Is not clean when a fault was skipped without a reason")
    func impossible() async {
        defer { try? FileManager.default.removeItem(at: setting.folder) }
        let report = await CrashReport.run([Impossible()], setting)
        #expect(!report.isClean)
    }
}
