import Foundation
import Testing

@Suite("Simulations", .timeLimit(.minutes(10)))
struct SimulationTests {
    /// The moment at which a run is interrupted.
    enum Moment: CaseIterable {
        /// As soon as the previous scenario is over.
        case starting
        /// When the scenario's relay is up.
        case playing
    }

    @Test(
        "Ctrl-C ends a run with the report so far, and leaves nothing behind, neither files nor processes",
        arguments: Moment.allCases
    )
    func interrupted(moment: Moment) async throws {
        let home = try Home()
        let temporary = home.folder.appending(path: "tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        try home.write(Self.quick, to: "a-quick.yaml")
        try home.write(Self.endless, to: "b-endless.yaml")
        let files = ["a-quick.yaml", "b-endless.yaml"].map(home.path(of:))
        let command = try Command(
            ["simulate", "run"] + files + ["--junit", home.path(of: "junit.xml"), "--json", home.path(of: "run.json")],
            in: home,
            environment: ["TMPDIR": temporary.path]
        )
        _ = try await command.line(with: "a-quick")
        if moment == .playing {
            while !log(in: temporary).contains("listens on") { try await Task.sleep(for: .milliseconds(10)) }
        }
        command.interrupt(by: SIGINT)
        let outcome = try await command.outcome()
        #expect(outcome.status == 130, "\(outcome.output + outcome.errors)")
        #expect(outcome.errors.contains("b-endless was broken off, after 1 of 2."))
        #expect(outcome.output.contains("1 scenario: 1 passed"))
        let junit = try String(contentsOf: home.folder.appending(path: "junit.xml"), encoding: .utf8)
        #expect(junit.contains("a-quick") && !junit.contains("b-endless"))
        let json = try String(contentsOf: home.folder.appending(path: "run.json"), encoding: .utf8)
        #expect(json.contains("a-quick") && !json.contains("b-endless"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
        #expect(processes(in: home) == [])
    }

    private static let quick = """
        title: Rung at once
        lasts: 2m
        phones:
          ana:
          ben: {os: "18.5", answers: {with: acknowledge, after: 20s}}
        steps:
          - {at: 0s, send: wake, due: 1m}
        expect:
          - wake ends acknowledged
        """

    /// A scenario that takes real time, while the relay waits for the gateway.
    private static let endless = """
        title: Never answered
        lasts: 30m
        phones:
          ana:
          ben: {os: "18.5"}
        steps:
          - {at: 0s, gateway: stalls}
          - {at: 0s, send: wake, due: 10m}
        expect:
          - ben never rings
        """

    /// All log output of the relays, from the folders of their scenarios.
    private func log(in folder: URL) -> String {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return folders.map { name in
            (try? String(contentsOf: folder.appending(path: "\(name)/relay.log"), encoding: .utf8)) ?? ""
        }.joined()
    }

    /// The processes that were started in this home and still run.
    private func processes(in home: Home) -> [String] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return numbers.filter { number in
            let environment = try? Data(contentsOf: URL(filePath: "/proc/\(number)/environ"))
            return Int32(number) != nil && environment?.range(of: Data(home.folder.path.utf8)) != nil
        }
    }
}
