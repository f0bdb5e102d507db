import Foundation
import Wording

/// Makes a noise for as long as something rings: a command of the user's, else a tone, else the terminal's bell.
@MainActor
final class AlarmSound {
    /// What rings, for the user's command.
    struct Occasion {
        let id: String
        let title: String
    }

    private let command: String?
    private let isOwnCommand: Bool
    private let beeps: Bool
    private let language: Language
    private var process: ShellCommand?
    private var bell: Task<Void, Never>?

    /// Chooses the noise.
    ///
    /// - Parameters:
    ///   - command: the user's command, run by `/bin/sh`; nil for a tone or the bell.
    ///   - isSilent: whether nothing but one bell a ring is wanted.
    ///   - isForScript: whether a script reads standard output, which the terminal's bell would get into.
    ///   - folder: where the tone is kept.
    ///   - environment: the variables of the process, of which `PATH` says where players are.
    ///   - language: the language of the person.
    init(
        command: String?,
        isSilent: Bool,
        isForScript: Bool = false,
        folder: String,
        environment: [String: String],
        language: Language
    ) {
        self.language = language
        isOwnCommand = command != nil
        let tone = isSilent ? nil : AlarmTone.command(in: folder, environment: environment)
        self.command = command ?? tone
        beeps = !isSilent && !isForScript && Terminal.isShown
    }

    /// Begins, or begins again where the former noise has ended.
    func start(_ occasion: Occasion) {
        if let command, process?.isRunning != true { run(command, occasion) }
        guard beeps, process == nil || isOwnCommand, bell == nil else { return }
        bell = Task {
            while (try? await Task.sleep(for: .seconds(2))) != nil { Terminal.show(Terminal.bell) }
        }
    }

    /// Ends the noise.
    func stop() {
        bell?.cancel()
        bell = nil
        process?.end()
        process = nil
    }

    private func run(_ command: String, _ occasion: Occasion) {
        process?.end()
        let environment = ProcessInfo.processInfo.environment.merging(
            ["REVEILLE_ALARM": occasion.id, "REVEILLE_TITLE": occasion.title]
        ) { _, new in new }
        do {
            process = try ShellCommand(command, environment: environment)
        } catch {
            process = nil
            Terminal.remark(language.text(.listenNoSound, [.reason: error.localizedDescription]))
        }
    }
}

/// A tone of two notes, for machines without a sound file of the user's.
enum AlarmTone {
    private static let players = ["pw-play", "paplay", "aplay -q", "afplay"]
    private static let rate = 16_000

    /// Returns a command that plays the tone until it is ended; nil without a player.
    static func command(in folder: String, environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let player = players.first { player in
            let name = player.prefix { $0 != " " }
            return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        }
        let file = folder + "/alarm.wav"
        guard let player, (try? Data(wave).write(to: URL(filePath: file))) != nil else { return nil }
        // Ends as soon as the player fails, as on a machine without a sound card.
        return "while \(player) '\(file.replacing("'", with: #"'\''"#))' 2>/dev/null; do :; done"
    }

    /// Two seconds of beeps as a WAV file: 16-bit samples, one channel.
    static var wave: [UInt8] {
        let samples = (0..<2 * rate).map { index -> Int16 in
            let time = Double(index) / Double(rate)
            let beat = time.truncatingRemainder(dividingBy: 0.5)
            guard beat < 0.35 else { return 0 }
            let pitch = time.truncatingRemainder(dividingBy: 1) < 0.5 ? 880.0 : 660.0
            return Int16(sin(2 * .pi * pitch * time) * 26_000 * min(1, beat * 100, (0.35 - beat) * 100))
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let size = samples.count * 2
        return Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
            + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
            + little(size, 4) + samples.flatMap { little(Int($0), 2) }
    }
}
