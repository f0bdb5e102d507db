import AlarmCore
import ArgumentParser
import DeviceKit
import Foundation
import Wording

/// A command for this machine's profiles, which needs no relay.
protocol LocalProfileCommand: AsyncParsableCommand {
    /// Returns the name of the profile in whose language the command answers; nil for the language of the system.
    func profile(in environment: [String: String]) -> ProfileName?

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - reader: the reader's language.
    ///   - environment: the variables of the process.
    /// - Throws: why the command failed, in the reader's language where it is translated.
    func run(for reader: Language, in environment: [String: String]) async throws
}

extension LocalProfileCommand {
    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let stored = profile(in: environment).flatMap { try? StoredProfile($0, in: environment) }
        let reader = Language(of: stored?.profile, in: environment)
        do {
            try await run(for: reader, in: environment)
        } catch {
            throw CommandFailure(error)?.told(in: reader) ?? error
        }
    }
}

extension Language {
    /// The language that the person chose for a profile, else the system's, else the profile's; English without any.
    init(of profile: Profile?, in environment: [String: String]) {
        let known = profile.flatMap { LanguageTag($0.locale) }
        let tag = profile?.chosenLanguage ?? SystemLanguage.tag(in: environment) ?? known ?? .english
        self.init(tag: tag.text)
    }
}
