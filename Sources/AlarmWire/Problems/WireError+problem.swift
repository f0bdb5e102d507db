import AlarmCore

extension WireError {
    /// The kind of problem that a device is told of.
    public var problemKind: ProblemKind {
        switch reason {
        case .tooLarge: .payloadTooLarge
        case .notATime(.missingOffset): .timeWithoutOffset
        case .notATime: .notADate
        case .notARule: .badRepeat
        case .notAZone: .unknownZone
        case .wrongLength(let range) where range.upperBound == SealedText.messageLimit: .messageTooLarge
        default: .malformed
        }
    }
}
