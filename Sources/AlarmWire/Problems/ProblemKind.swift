/// The reasons why the relay refuses a request; a closed list that clients can rely on (PA1 section 7).
public enum ProblemKind: String, CaseIterable, Hashable, Sendable {
    /// The request has no valid envelope; the answer does not say why.
    case unauthorized
    /// The envelope is valid, but its time is not; carries `serverTime`.
    case clockSkew = "clock-skew"
    /// The caller's role in the circle does not allow it.
    case notAllowed = "not-allowed"
    /// The resource does not exist, or not for the caller: unknown, expired, burned and wrong are not distinguished.
    case notFound = "not-found"
    /// The path does not support this method.
    case methodNotAllowed = "method-not-allowed"
    /// The alarm's identifier was used with other content.
    case idReused = "id-reused"
    /// The request's one-time identifier was used with another plaintext.
    case jtiReused = "jti-reused"
    /// The step is not due, or was taken with other content, or the alarm has ended.
    case conflict
    /// The pair has ended.
    case gone
    /// The request does not follow the protocol.
    case malformed
    /// The request exceeds the allowed size.
    case payloadTooLarge = "payload-too-large"
    /// The body is not an envelope.
    case unsupportedMediaType = "unsupported-media-type"
    /// A time without an offset, and no zone beside it.
    case timeWithoutOffset = "time-without-offset"
    /// A time too long ago; carries `serverTime`.
    case timeInPast = "time-in-past"
    /// A text is not a time.
    case notADate = "not-a-date"
    /// A zone that is not in the time-zone data.
    case unknownZone = "unknown-zone"
    /// A sealed message that would not fit into a push.
    case messageTooLarge = "message-too-large"
    /// A rule that cannot be followed.
    case badRepeat = "bad-repeat"
    /// A rule whose end lies before its next occurrence.
    case pastEnd = "past-end"
    /// A time further ahead than the relay keeps alarms.
    case timeTooFar = "time-too-far"
    /// The relay has no key for that app and environment; the detail lists those it has.
    case noGateway = "no-gateway"
    /// The relay sends nothing to that kind of address: no server or provider is configured for it.
    case noChannel = "no-channel"
    /// A ticket is needed to register.
    case registrationClosed = "registration-closed"
    /// The sender has used up this receiver's hourly quota, or has too many alarms pending.
    case quotaExceeded = "quota-exceeded"
    /// Too many requests from one address.
    case rateLimited = "rate-limited"
    /// The relay cannot write; nothing was accepted.
    case storageFull = "storage-full"
    /// The relay cannot serve now; nothing was accepted.
    case unavailable
    /// The relay had an internal error.
    case internalError = "internal-error"

    /// The prefix of a problem's type.
    public static let prefix = "urn:reveille:problem:"

    /// The stable identifier: a URN, because there is no document to fetch.
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
            .timeTooFar, .noGateway, .noChannel:
            422
        case .quotaExceeded, .rateLimited: 429
        case .internalError: 500
        case .unavailable: 503
        case .storageFull: 507
        }
    }

    /// Whether the same request may succeed later, so that the answer carries `Retry-After`.
    ///
    /// A request with a wrong clock is not retried as it is: it is sealed anew with the right time.
    public var isRetryable: Bool {
        switch self {
        case .quotaExceeded, .rateLimited, .storageFull, .unavailable, .internalError: true
        default: false
        }
    }
}
