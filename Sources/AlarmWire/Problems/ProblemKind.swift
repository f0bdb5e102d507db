/// Every way in which the relay says no; a closed list that clients can rely on (PA1 section 7).
public enum ProblemKind: String, CaseIterable, Hashable, Sendable {
    /// No good envelope came with the request. Says nothing about why.
    case unauthorized
    /// The envelope is good, but its time is not; carries `serverTime`.
    case clockSkew = "clock-skew"
    /// The caller's role in the circle does not allow it.
    case notAllowed = "not-allowed"
    /// There is no such thing, or not for the caller: unknown, expired, burned and wrong are one.
    case notFound = "not-found"
    /// The path does not know this method.
    case methodNotAllowed = "method-not-allowed"
    /// The alarm's name was used with other content.
    case idReused = "id-reused"
    /// The request's one-time name was used with another plaintext.
    case jtiReused = "jti-reused"
    /// The step is not due, or was taken otherwise, or the alarm has ended.
    case conflict
    /// The pair has ended.
    case gone
    /// What came is not what the protocol describes.
    case malformed
    /// More bytes than a request may have.
    case payloadTooLarge = "payload-too-large"
    /// The body is no envelope.
    case unsupportedMediaType = "unsupported-media-type"
    /// A time without an offset, and no zone beside it.
    case timeWithoutOffset = "time-without-offset"
    /// A time too long ago; carries `serverTime`.
    case timeInPast = "time-in-past"
    /// A text that is no time.
    case notADate = "not-a-date"
    /// A zone that the time zone data do not know.
    case unknownZone = "unknown-zone"
    /// A sealed message that would not fit into a push.
    case messageTooLarge = "message-too-large"
    /// A rule that cannot be followed.
    case badRepeat = "bad-repeat"
    /// A rule whose end lies before its first occurrence to come.
    case pastEnd = "past-end"
    /// A time further ahead than the relay keeps alarms.
    case timeTooFar = "time-too-far"
    /// The relay has no key for that app and environment; the detail says which it has.
    case noGateway = "no-gateway"
    /// A ticket is needed to register.
    case registrationClosed = "registration-closed"
    /// The sender has used up what this receiver grants in an hour, or has too much pending.
    case quotaExceeded = "quota-exceeded"
    /// Too many requests from one address.
    case rateLimited = "rate-limited"
    /// The relay cannot write; nothing was accepted.
    case storageFull = "storage-full"
    /// The relay cannot serve now; nothing was accepted.
    case unavailable
    /// The relay met an error of its own.
    case internalError = "internal-error"

    /// The prefix of a problem's type.
    public static let prefix = "urn:reveille:problem:"

    /// The stable identifier: a URN, because there is nothing to be fetched.
    public var type: String { Self.prefix + rawValue }

    /// Reads a problem's type, else nil.
    public init?(type: String) {
        guard type.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(type.dropFirst(Self.prefix.count)))
    }

    /// The HTTP status.
    public var status: Int {
        switch self {
        case .malformed: 400
        case .unauthorized, .clockSkew: 401
        case .registrationClosed, .notAllowed: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .idReused, .jtiReused, .conflict: 409
        case .gone: 410
        case .payloadTooLarge: 413
        case .unsupportedMediaType: 415
        case .timeWithoutOffset, .timeInPast, .notADate, .unknownZone, .messageTooLarge, .badRepeat, .pastEnd,
            .timeTooFar, .noGateway:
            422
        case .quotaExceeded, .rateLimited: 429
        case .internalError: 500
        case .unavailable: 503
        case .storageFull: 507
        }
    }

    /// Whether the same request may succeed later, so that the answer carries `Retry-After`.
    ///
    /// A request with a wrong clock is not repeated as it is: it is sealed anew with the right one.
    public var isRetryable: Bool {
        switch self {
        case .quotaExceeded, .rateLimited, .storageFull, .unavailable, .internalError: true
        default: false
        }
    }
}
