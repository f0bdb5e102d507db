import AlarmWire
import ArgumentParser
import Foundation
import RelayServer

/// `reveille healthcheck`: asks the relay on this machine whether it is well.
struct HealthcheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Ask the relay on this machine whether it is well, for supervisors and containers.",
        discussion: """
            Asks GET /readyz at the address on which the relay listens: give the --listen or --config that the relay was \
            started with. A relay that serves but needs attention counts as well; what it says is shown.

            Exit codes: 0 where the relay is well, 1 where it is not or does not answer, 64 used wrongly.
            """
    )

    @Flag(help: "Ask GET /healthz: only whether the relay runs.")
    var alive = false

    @Option(help: "Ask this address instead, as in https://alarm.example.org.")
    var url: String?

    @Option(help: "How long to wait for the answer, in seconds, from 1 to 300.")
    var timeout = 5

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func validate() throws {
        guard (1...300).contains(timeout) else { throw ValidationError("--timeout takes 1 to 300 seconds.") }
        guard url.map({ (try? Origin($0)) != nil }) ?? true else {
            throw ValidationError("--url takes an address without a path, as in https://alarm.example.org.")
        }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let relay = try LocalRelay(
            configuration,
            at: url.flatMap { try? Origin($0) },
            timeout: .seconds(timeout)
        )
        let answer = try await RelayHealthcheck.ask(relay, whether: alive ? .alive : .ready)
        if output.json {
            Terminal.say(answer.json)
        } else {
            Terminal.say("\(answer.url): \(answer.status ?? "failed")\(answer.detail.map { "; \($0)" } ?? "")")
        }
        guard answer.isHealthy else { throw ExitCode.failure }
    }
}
