import AlarmCore
import Foundation

/// Results of every fault that was run.
package struct CrashReport: Sendable {
    /// A fault with its result, or the reason why it could not be inflicted.
    struct Section: Sendable {
        let fault: any Fault
        var result: FaultResult
    }

    private(set) var sections: [Section] = []

    init() {}

    /// Whether every promise was kept.
    package var isClean: Bool { sections.allSatisfy(\.result.isClean) }

    /// Runs faults; one that cannot be inflicted counts as failed.
    ///
    /// Faults that keep the computer busy run alone; the others, which mostly wait, run in parallel.
    package static func run(_ faults: [any Fault], _ setting: FaultContext) async -> CrashReport {
        var results: [String: FaultResult] = [:]
        for fault in faults where fault.isBusy { results[fault.name] = await run(fault, setting) }
        await withTaskGroup(of: (String, FaultResult).self) { group in
            for fault in faults where !fault.isBusy {
                group.addTask { (fault.name, await run(fault, setting)) }
            }
            for await (name, result) in group { results[name] = result }
        }
        var report = CrashReport()
        for fault in faults { report.add(fault, results[fault.name] ?? FaultResult()) }
        return report
    }

    private static func run(_ fault: any Fault, _ setting: FaultContext) async -> FaultResult {
        setting.progress("\(fault.name): \(fault.summary)")
        let start = ContinuousClock.now
        var result: FaultResult
        do {
            result = try await fault.run(try setting.inside(fault.name))
        } catch {
            result = FaultResult()
            result.failures.append("the trial could not be held: \(error)")
        }
        result.seconds = (ContinuousClock.now - start) / .seconds(1)
        return result
    }

    /// Adds a section.
    mutating func add(_ fault: any Fault, _ result: FaultResult) {
        sections.append(Section(fault: fault, result: result))
    }

    /// Where the time to take over stands, after the longest delay.
    private static let takeOverColumn = 5

    /// The report as a table, with notes under it.
    package var markdown: String {
        let hasTakeOvers = sections.contains { $0.result.verdict.takeOver != nil }
        var columns = [
            "rounds", "accepted", "rung", "late", "latest", "repeated", "under way", "early", "doubled",
            "rung after end", "lost", "seconds",
        ]
        if hasTakeOvers { columns.insert("take-over", at: Self.takeOverColumn) }
        let head = """
            | fault | \(columns.joined(separator: " | ")) |
            | --- | \(columns.map { _ in "---:" }.joined(separator: " | ")) |
            """
        let rows = sections.map { section in
            let (result, verdict) = (section.result, section.result.verdict)
            guard result.skipped == nil else { return "| \(section.fault.name) | left out |" }
            let latest = "\(verdict.latest.milliseconds) ms"
            var cells = [
                "\(result.rounds)", "\(verdict.accepted)", "\(verdict.rung)", "\(verdict.late)",
                latest, "\(verdict.repeated)", "\(verdict.underWay)", "\(verdict.early)", "\(verdict.doubled)",
                "\(verdict.afterEnd)",
                "\(verdict.lost)", "\(Int(result.seconds.rounded()))",
            ]
            if hasTakeOvers {
                cells.insert(verdict.takeOver.map { "\($0.milliseconds) ms" } ?? "", at: Self.takeOverColumn)
            }
            return "| \(section.fault.name) | " + cells.joined(separator: " | ") + " |"
        }
        return ([head] + rows + [""] + sections.flatMap(Self.details)).joined(separator: "\n")
    }

    /// The report for programs: a list of objects, one for each fault.
    package var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            let documents = sections.map { FaultDocument(name: $0.fault.name, $0.result) }
            return String(decoding: try encoder.encode(documents), as: UTF8.self)
        }
    }

    private static func details(of section: Section) -> [String] {
        let result = section.result
        var lines = ["**\(section.fault.name)**: \(section.fault.summary)."]
        if let skipped = result.skipped { lines.append("- left out: \(skipped)") }
        lines += result.notes.map { "- \($0)" }
        lines += (result.failures + result.verdict.violations).map { "- BROKEN: \($0)" }
        return lines + [""]
    }
}
