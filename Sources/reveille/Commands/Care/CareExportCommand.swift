import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation

/// `reveille care export`: the history for other programs.
struct CareExportCommand: AsyncParsableCommand {
    /// What is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the history of a care circle as JSON or CSV."
    )

    @Argument(help: "The circle's id, or its first characters; without one, your only care circle.")
    var circle: String?

    @Option(help: "json or csv.")
    var format: Format = .csv

    @Flag(help: "The same as --format json.")
    var json = false

    @Option(help: ArgumentHelp("The file to write; without one, standard output.", valueName: "path"))
    var file: String?

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let circle = try await session.careCircle(circle)
            let bytes: [UInt8]
            switch json ? .json : format {
            case .csv: bytes = try await session.device.careTable(of: circle)
            case .json: bytes = try await session.device.wholeCareHistory(of: circle).json.text + [UInt8(ascii: "\n")]
            }
            guard let file else { return Terminal.show(String(decoding: bytes, as: UTF8.self)) }
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw CommandFailure("\(file) could not be written: \(error.localizedDescription)")
            }
        }
    }
}
