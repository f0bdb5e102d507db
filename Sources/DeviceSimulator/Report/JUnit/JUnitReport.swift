import AlarmCore

/// A report of runs as JUnit XML, which every continuous-integration server reads.
///
/// It has a suite for each scenario, with a test case for each expectation and one for the run itself, which is an
/// error if the run broke off. A suite's time is its real duration, which the run's own test case carries.
package struct JUnitReport: Sendable {
    /// Name of the run's own test case.
    private static let runName = "runs to its end"

    private let records: [RunRecord]

    package init(_ records: [RunRecord]) {
        self.records = records
    }

    /// The whole document; ends with a line break.
    package var text: String {
        var markup = Markup()
        markup.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        markup.element(
            "testsuites",
            [
                "name": "reveille scenarios",
                "tests": String(records.reduce(0) { $0 + $1.verdicts.count + 1 }),
                "failures": String(records.reduce(0) { $0 + $1.verdicts.count - $1.metCount }),
                "errors": String(records.count { $0.failure != nil }),
                "time": Self.seconds(records.reduce(0) { $0 &+ $1.elapsedMilliseconds }),
            ]
        ) { markup in
            markup.raw("\n")
            for record in records { Self.add(record, to: &markup) }
        }
        markup.raw("\n")
        return markup.text
    }

    private static func add(_ record: RunRecord, to markup: inout Markup) {
        markup.element(
            "testsuite",
            [
                "name": record.name,
                "tests": String(record.verdicts.count + 1),
                "failures": String(record.verdicts.count - record.metCount),
                "errors": record.failure == nil ? "0" : "1",
                "skipped": "0",
                "time": seconds(record.elapsedMilliseconds),
                "timestamp": Instant(seconds: record.start.seconds).iso8601,
                "file": record.file,
            ]
        ) { markup in
            markup.raw("\n")
            addRun(of: record, to: &markup)
            var names: Set<String> = [runName]
            for verdict in record.verdicts {
                // Servers distinguish test cases by their names alone.
                let isNew = names.insert(verdict.expectation).inserted
                let name = isNew ? verdict.expectation : "\(verdict.expectation) (line \(verdict.line))"
                add(verdict, named: name, of: record, to: &markup)
            }
            let lines = ConsoleReport().timeline(of: record)
            markup.element("system-out", [:], lines.map { $0 + "\n" }.joined())
            markup.raw("\n")
        }
        markup.raw("\n")
    }

    private static func addRun(of record: RunRecord, to markup: inout Markup) {
        markup.element(
            "testcase",
            [
                "name": runName,
                "classname": className(of: record),
                "time": seconds(record.elapsedMilliseconds),
                "file": record.file,
            ]
        ) { markup in
            guard let failure = record.failure else { return }
            markup.element("error", ["type": "broke off", "message": failure], "\(record.title)\n\(failure)")
        }
        markup.raw("\n")
    }

    private static func add(
        _ verdict: RunRecord.Verdict,
        named name: String,
        of record: RunRecord,
        to markup: inout Markup
    ) {
        markup.element(
            "testcase",
            [
                "name": name,
                "classname": className(of: record),
                "time": seconds(0),
                "file": record.file,
                "line": String(verdict.line),
            ]
        ) { markup in
            guard !verdict.isMet else { return }
            markup.element(
                "failure",
                ["type": "expectation", "message": verdict.explanation],
                "\(record.place(of: verdict)): \(verdict.expectation)\n\(verdict.explanation)"
            )
        }
        markup.raw("\n")
    }

    private static func className(of record: RunRecord) -> String { "scenarios.\(record.name)" }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
