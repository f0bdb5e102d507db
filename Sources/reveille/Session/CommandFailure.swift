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

/// Why a command could not do what it was asked, in words for the person who asked.
struct CommandFailure: Error, Hashable {
    /// Nothing is wrong that time could not mend: the relay is away or has no room, another process has the profile
    /// (`EX_TEMPFAIL`).
    static let temporary = ExitCode(75)

    /// What was wrong and what to do.
    let message: String
    /// What the process ends with.
    let exitCode: ExitCode

    /// Fails with `message`.
    init(_ message: String, exitCode: ExitCode = .failure) {
        self.message = message
        self.exitCode = exitCode
    }

    /// Puts an error of the modules below into words; nil for one that is not theirs.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DeviceError: self.init(error)
        case let error as ProfileError: self.init(DeviceError.profile(error))
        case let error as PairingError: self.init(error.description)
        case let error as ConfigurationError: self.init(error.description)
        case let error as RelayError: self.init(error.description)
        case let error as StoreError: self.init(error.description)
        case let error as KeyringError: self.init(error.description)
        case let error as PolicyFileError: self.init(error.description)
        case let error as APNsCredentials.Failure: self.init("\(error)")
        case let error as SimulatedClock.Failure: self.init(error.description)
        case let error as CurlError: self.init(error.description)
        case let error as SealingError: self.init(error.description)
        default: return nil
        }
    }

    private init(_ error: DeviceError) {
        let isTemporary =
            switch error {
            case .transport(let error), .undelivered(_, let error): error.isRetryable
            case .refused(let problem, _): problem.kind?.isRetryable == true
            default: false
            }
        self.init(error.description.asForeign, exitCode: isTemporary ? Self.temporary : .failure)
    }
}
