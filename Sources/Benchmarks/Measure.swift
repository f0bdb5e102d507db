import ArgumentParser
import Foundation
import UnixSignals

/// `reveille-bench measure`, the default subcommand of `reveille-bench`.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure everything, or the suites that are named.",
        discussion: """
            Every contender runs once a round, so that whatever else the machine does falls on all of them alike; shown \
            are medians and ranges. Relays, gateway and clients share this machine: the ratios say something about the \
            software, the absolute figures only something about the software on this machine.

            Files go to a new folder under $TMPDIR, which should lie on the disk that is to be measured. Databases of a \
            million alarms are made anew each time, in about a minute; \(PreparedRelay.keepVariable) names a folder in \
            which they are kept for the next.
            """
    )

    @Argument(
        help: """
            What to measure: accept, push, herd, lateness, scale, vast, idle, steps, timing, cluster-rings, \
            cluster-accept, cluster-claims, cluster-lateness, cluster-jobs, cluster for these five, cluster-vast; all but \
            vast and cluster-vast if none is named.
            """
    )
    var suites: [Suite] = []

    @Flag(help: "Print JSON, with every figure of the table.")
    var json = false

    @Flag(help: "Measure a tenth of it, for a first look.")
    var quick = false

    func run() async throws {
        let machine = Machine.current(at: Date())
        let folder = try Folder.temporary()
        defer { folder.remove() }
        let stage = MeasurementContext(folder: folder) { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
        let measurement = Task { [suites, quick] in
            var sections: [ReportSection] = []
            for suite in suites.isEmpty ? Suite.default : suites {
                sections += try await suite.measure(quick ? .quick : .full, on: stage)
            }
            return sections
        }
        // After an interruption the present run ends first, and no processes or files are left behind.
        let interruption = Task {
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { measurement.cancel() }
        }
        defer { interruption.cancel() }
        do {
            let report = BenchmarkReport(machine: machine, sections: try await measurement.value)
            print(json ? try report.json() : report.text)
        } catch is CancellationError {
            throw ExitCode(130)
        }
    }
}
