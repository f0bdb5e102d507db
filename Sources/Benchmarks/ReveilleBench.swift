import AlarmCore
import ArgumentParser

/// `reveille-bench`: measures the relay on this machine, as ratios to references measured in the same run.
@main
struct ReveilleBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveille-bench",
        abstract: "Measure the relay's throughput, as ratios to named references measured in the same run.",
        version: "reveille-bench \(SoftwareVersion.text)",
        subcommands: [Measure.self, ServeRelay.self, RingRelay.self],
        defaultSubcommand: Measure.self
    )
}
