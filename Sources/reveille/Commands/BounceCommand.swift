import AlarmCore
import AlarmWire
import ArgumentParser
import Delivery
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// `reveille bounce`: what a mail system reports of a letter that it had taken.
struct BounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce",
        abstract: "Take a report on a letter that could not be delivered, on the relay's machine.",
        discussion: """
            Reads a message from standard input, as a mail server passes it to a program; put it in the aliases of the \
            address that --smtp-return-path names. A delivery status notification (RFC 3464) about a letter of this relay \
            is taken into the relay's database, which may be in use meanwhile: a letter that was given up for the time \
            being is sent again while it makes sense, and an address that takes no mail is shown with its contact. Any \
            other message is passed over, with a remark. Takes the flags of 'reveille serve', of which --data, --database, \
            --keyring, --config and --policy-file matter here: give those that the relay was started with.

            Exit codes: 0 for a message that was taken or passed over, 75 where the mail server should try again later.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        guard !Terminal.isInteractive else {
            throw CommandFailure(
                "no message: a mail server passes one on standard input, as in 'reveille bounce < message'"
            )
        }
        let report: DeliveryReport
        do {
            report = try DeliveryReport(reading: Self.message())
        } catch let fault as DeliveryReport.Fault {
            say(effect: "ignored", "The message was passed over: \(fault).", because: fault.description)
            return
        }
        let effect: ReportEffect
        do {
            effect = try await takeReport(report, configuration: configuration, clock: configuration.makeClock())
        } catch let error as StoreError {
            throw CommandFailure(error.description, exitCode: CommandFailure.temporary)
        }
        let clock = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        switch effect {
        case .none: say(effect: "none", "The letter is not lost; there is nothing to do.")
        case .unknown: say(effect: "unknown", "No such letter is known, or not any more: the message was passed over.")
        case .old: say(effect: "old", "That was known before.")
        case .again(let time): say(effect: "again", "The letter is sent again, \(clock.text(time)).", at: time)
        case .givenUp(let reason): say(effect: "given-up", "The letter is given up: \(reason).", because: reason)
        }
    }

    private func say(effect: String, _ words: String, at time: Instant? = nil, because reason: String? = nil) {
        guard output.json else { return Terminal.remark(words) }
        Terminal.say(
            .object(of: [
                "effect": .string(effect), "at": time.map { .instant($0) }, "reason": reason.map { .string($0) },
            ])
        )
    }

    /// What of the message is looked at; it is read to its end, since a mail server takes a program that stops for broken.
    private static func message() throws -> [UInt8] {
        var message: [UInt8] = []
        while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 16), !chunk.isEmpty {
            message += chunk.prefix(max(DeliveryReport.limit - message.count, 0))
        }
        return message
    }
}
