import AlarmCore
import AlarmWire
import ArgumentParser
import Delivery
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// `reveille bounce`: records a delivery report about a letter to a contact.
struct BounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce",
        abstract: "Take a report on a letter that could not be delivered, on the relay's machine.",
        discussion: """
            Reads a message from standard input, as a mail server passes it to a program; put it in the '.forward' of the user \
            that owns the relay's data, and name that user's address with --smtp-return-path. A delivery status notification \
            (RFC 3464) about a letter of this relay is taken into the relay's database, which may be in use meanwhile: a \
            letter that was given up for the time being is sent again while it makes sense, and an address that takes no \
            mail is shown with its contact. Any other message is passed over, with a remark. Takes the flags of 'reveille \
            serve', of which --data, --database, --keyring and --config matter here: give those that the relay was started \
            with, as a mail server passes no environment on.

            Exit codes: 0 for a message that was taken or passed over, 64 used wrongly, 75 where the mail server should try \
            again later, whatever the reason.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        guard !Terminal.isInteractive else {
            throw CommandFailure(
                "no message: a mail server passes one on standard input, as in 'reveille bounce < FILE'"
            )
        }
        do {
            try await take(Self.message())
        } catch {
            // Every error gets this exit code: with any other a mail server would discard the report.
            let failure = CommandFailure(error)
            throw CommandFailure(failure?.message ?? "\(error)", exitCode: CommandFailure.temporary)
        }
    }

    private func take(_ message: [UInt8]) async throws {
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let report: DeliveryReport
        do {
            report = try DeliveryReport(reading: message)
        } catch {
            say(effect: "ignored", "The message was passed over: \(error).", because: error.description)
            return
        }
        let effect = try await recordBounce(report, configuration: configuration, clock: configuration.makeClock())
        let clock = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        switch effect {
        case .none: say(effect: "none", "The letter is not lost; there is nothing to do.")
        case .unknown: say(effect: "unknown", "No such letter is known, or not any more: the message was passed over.")
        case .underWay:
            throw CommandFailure("the relay is not done with the letter yet: pass the report again in a while")
        case .old: say(effect: "old", "That was known before, or is about a former address.")
        case .over: say(effect: "over", "What the letter was sent for is over: it is not sent again.")
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

    /// Returns the part of the message that is examined; reads to the end, because a mail server takes a program that
    /// stops early for broken.
    private static func message() throws -> [UInt8] {
        var message: [UInt8] = []
        while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 16), !chunk.isEmpty {
            message += chunk.prefix(max(DeliveryReport.limit - message.count, 0))
        }
        return message
    }
}
