import AlarmCore
import ArgumentParser
import Foundation
import RelayServer

/// `reveille policy`: shows escalation policies.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Look at escalation policies.",
        subcommands: [PolicyShowCommand.self]
    )
}

/// `reveille policy show`: prints a policy in the form of a policy file.
struct PolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a policy as YAML: what is done when, until somebody answers.",
        discussion: """
            What is printed is a valid policy file: change it and give it to the relay with --policy-file. Takes the flags \
            of 'reveille serve', of which --policy-file and --config matter here.
            """
    )

    @Argument(help: "The policy's name.")
    var name = EscalationPolicy.partnerAlarm.name

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() throws {
        let configuration = try RelayConfiguration(
            flags: flags.values,
            environment: ProcessInfo.processInfo.environment
        )
        let policies = try configuration.policies()
        guard let policy = policies[name] else {
            let names = policies.keys.sorted().joined(separator: ", ")
            throw CommandFailure("There is no policy \(name.debugDescription). There are: \(names).")
        }
        let text = PolicyFile.text(of: policy)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            Terminal.say(String(line))
        }
    }
}
