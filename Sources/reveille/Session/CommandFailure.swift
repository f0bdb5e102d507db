import AlarmCore
import AlarmWire
import ArgumentParser
import CurlClient
import Delivery
import DeviceKit
import Engine
import RelayServer
import Sealing
import Storage
import StorageCopying
import Wording

/// The reason why a command failed, as a message for its user.
struct CommandFailure: Error, Hashable {
    /// The exit code of a temporary failure (`EX_TEMPFAIL`): the relay is unreachable or full, or another process uses
    /// the profile.
    static let temporary = ExitCode(75)

    /// The fault, and what to do.
    let message: String
    /// The exit code of the process.
    let exitCode: ExitCode
    /// The language of its reader; English where no command has said it.
    private(set) var language: Language = .english

    /// Creates a failure with `message`.
    init(_ message: String, exitCode: ExitCode = .failure) {
        self.message = message
        self.exitCode = exitCode
    }

    /// Returns this failure for a reader of `language`.
    func told(in language: Language) -> CommandFailure {
        var failure = self
        failure.language = language
        return failure
    }

    /// Describes a known error of another module; nil for any other error.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DeviceError: self.init(error)
        case let error as ProfileError: self.init(DeviceError.profile(error))
        case let error as PairingError: self.init(error.description)
        case let error as ConfigurationError: self.init(error.description)
        case let error as RelayError: self.init(error.description)
        case let error as StoreError: self.init(error.description)
        case let error as BackupError: self.init(error.description)
        case let error as CopyError: self.init(error.description)
        case let error as KeyringError: self.init(error.description)
        case let error as PolicyFileError: self.init(error.description)
        case let error as APNsCredentials.Failure: self.init("\(error)")
        case let error as SimulatedClock.Failure: self.init(error.description)
        case let error as CurlError: self.init(error.description)
        case let error as SealingError: self.init(error.description)
        default: return nil
        }
    }

    /// Says that the relay has not confirmed a check-in, and to repeat it; nil where it has answered.
    ///
    /// - Parameters:
    ///   - error: what the request met.
    ///   - language: the reader's.
    init?(checkInLostTo error: any Error, in language: Language) {
        guard let error = error as? DeviceError, error.isWithoutAnswer else { return nil }
        self.init(language.text(.answerCheckInUnreachable), exitCode: Self.temporary)
    }

    /// Describes a refusal that lasts for a while, or that something is full, in the language of its reader, and outside
    /// English that the relay cannot be reached; nil for any other error.
    init?(waitingFor error: any Error, in language: Language) {
        if language != .english, let error = error as? DeviceError, error.isWithoutAnswer {
            self.init(language.text(.listenRefusalUnreachable), exitCode: Self.temporary)
            return
        }
        guard case DeviceError.refused(let problem, let wait) = error, let kind = problem.kind else { return nil }
        let said = RelayWords.said(by: kind, problem.detail, in: language)
        if kind == .quotaExceeded, let said {
            self.init(said.asForeign)
            return
        }
        guard kind == .rateLimited, let wait else { return nil }
        // The relay's own words are English.
        let isPlain = problem.detail == ProblemKind.rateLimited.defaultDetail || language != .english
        let reason = said ?? (isPlain ? RetryHelp.tooMany(in: language) : problem.description)
        let gap = reason.hasSuffix("。") ? "" : reason.hasSuffix(".") ? " " : ". "
        let text = reason + gap + RetryHelp.tryAgain(after: wait, in: language)
        self.init(text.asForeign, exitCode: Self.temporary)
    }

    /// Says of a time that the relay refused that it is past, as its writer typed it; nil for any other error.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - zone: the IANA name of the zone on whose clocks it was typed; this machine's where it is nil.
    ///   - error: what the relay answered.
    ///   - clock: the clock of this machine, which speaks the reader's language.
    init?(past time: Instant, in zone: String?, refusedBy error: DeviceError, _ clock: LocalClock) {
        guard case .refused(let problem, _) = error, problem.kind == .timeInPast else { return nil }
        let values: [Placeholder: String] = [
            .time: clock.named(time, in: zone),
            .former: clock.named(problem.serverTime ?? clock.relayNow, in: zone),
        ]
        self.init(clock.language.text(.answerPast, values))
    }

    /// Says of a reminder's time that the relay refused that it is past, as above; nil for days and any other error.
    init?(past time: ReminderRequest.Time, in zone: String?, refusedBy error: DeviceError, _ clock: LocalClock) {
        guard case .once(let time, _) = time, case .instant(let instant) = time.timestamp else { return nil }
        self.init(past: instant, in: zone, refusedBy: error, clock)
    }

    private init(_ error: DeviceError) {
        let isTemporary = error.isOutage
        var message = error.description
        if case .profile(.damaged) = error {
            message +=
                " 'reveille profile list' shows where profiles lie, 'reveille profile delete NAME' puts one away."
        }
        self.init(message.asForeign, exitCode: isTemporary ? Self.temporary : .failure)
    }
}

extension DeviceError {
    /// Whether the relay could not be reached, or the connection broke before it had answered.
    fileprivate var isWithoutAnswer: Bool {
        if case .transport(let error) = self { error.isRetryable } else { false }
    }

    /// Whether the relay could not be asked, or cannot answer now: the same may work later.
    var isOutage: Bool {
        switch self {
        case .transport(let error), .undelivered(_, let error): error.isRetryable
        case .refused(let problem, _): problem.kind?.isRetryable == true && !problem.isOfFullList
        default: false
        }
    }
}
