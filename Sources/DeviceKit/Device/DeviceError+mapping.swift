import AlarmWire
import Sealing

extension DeviceError {
    /// Translates the errors of the modules below; the one place that does.
    init(mapping error: any Error) {
        switch error {
        case let error as DeviceError: self = error
        case let error as PairingError: self = .pairing(error)
        case let error as ProfileError: self = .profile(error)
        case let error as SealingError: self = .sealing(error)
        case let error as JWEError: self = DeviceError(error)
        case let error as OriginError: self = .origin(error)
        case let error as TransportError: self = error == .cancelled ? .cancelled : .transport(error)
        case is CancellationError: self = .cancelled
        default: self = .protocolViolation("\(error)")
        }
    }

    /// Runs `body`, and throws its errors as device errors.
    static func mapping<Result>(_ body: () throws -> Result) throws(DeviceError) -> Result {
        do {
            return try body()
        } catch {
            throw DeviceError(mapping: error)
        }
    }

    private init(_ error: JWEError) {
        if case .sealing(let error) = error {
            self = .sealing(error)
        } else {
            self = .protocolViolation("a sealed text is unusable: \(error)")
        }
    }
}
