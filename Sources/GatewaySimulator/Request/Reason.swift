import AlarmCore

extension GatewaySimulator {
    /// Every reason that Apple documents for a refused push, under its own name.
    ///
    /// The raw value is the `reason` of the JSON body, exactly as the real gateway spells it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The collapse identifier is longer than 64 bytes.
        case badCollapseID = "BadCollapseId"
        /// The device token is not one of this environment.
        case badDeviceToken = "BadDeviceToken"
        /// `apns-expiration` is not a number of seconds.
        case badExpirationDate = "BadExpirationDate"
        /// `apns-id` is not a UUID.
        case badMessageID = "BadMessageId"
        /// `apns-priority` is none of 10, 5 and 1, or not 5 in a background push.
        case badPriority = "BadPriority"
        /// `apns-topic` is not a topic.
        case badTopic = "BadTopic"
        /// The device token belongs to another app.
        case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
        /// A header occurs twice.
        case duplicateHeaders = "DuplicateHeaders"
        /// The connection was idle for too long.
        case idleTimeout = "IdleTimeout"
        /// `apns-push-type` is missing or not one of the documented types.
        case invalidPushType = "InvalidPushType"
        /// The path ends before the device token.
        case missingDeviceToken = "MissingDeviceToken"
        /// There is no `apns-topic`.
        case missingTopic = "MissingTopic"
        /// The payload is missing, or not a JSON object.
        case payloadEmpty = "PayloadEmpty"
        /// The team may not push to this topic.
        case topicDisallowed = "TopicDisallowed"
        /// The client certificate is invalid.
        case badCertificate = "BadCertificate"
        /// The client certificate is for the other environment.
        case badCertificateEnvironment = "BadCertificateEnvironment"
        /// The provider token's key is for the other environment.
        case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
        /// The provider token is older than an hour.
        case expiredProviderToken = "ExpiredProviderToken"
        /// The action is not allowed.
        case forbidden = "Forbidden"
        /// The provider token is malformed, unknown, badly signed or from the future.
        case invalidProviderToken = "InvalidProviderToken"
        /// There is no `authorization`.
        case missingProviderToken = "MissingProviderToken"
        /// The provider token belongs to another team than the connection's first one.
        case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
        /// The path is not `/3/device/<token>`.
        case badPath = "BadPath"
        /// The method is not POST.
        case methodNotAllowed = "MethodNotAllowed"
        /// The device token has expired.
        case expiredToken = "ExpiredToken"
        /// The app was removed from the device.
        case unregistered = "Unregistered"
        /// The payload is larger than 4,096 bytes, or 5,120 for VoIP.
        case payloadTooLarge = "PayloadTooLarge"
        /// The provider token changes more often than every 20 minutes.
        case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
        /// Too many pushes to one device token.
        case tooManyRequests = "TooManyRequests"
        /// The gateway failed.
        case internalServerError = "InternalServerError"
        /// The gateway is unavailable.
        case serviceUnavailable = "ServiceUnavailable"
        /// The gateway is shutting down.
        case shutdown = "Shutdown"

        /// The HTTP status that goes with the reason.
        public var status: Int {
            switch self {
            case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
                .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
                .missingTopic, .payloadEmpty, .topicDisallowed:
                400
            case .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyIDInToken, .expiredProviderToken,
                .forbidden, .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken:
                403
            case .badPath: 404
            case .methodNotAllowed: 405
            case .expiredToken, .unregistered: 410
            case .payloadTooLarge: 413
            case .tooManyProviderTokenUpdates, .tooManyRequests: 429
            case .internalServerError: 500
            case .serviceUnavailable, .shutdown: 503
            }
        }
    }
}

/// Why a request is refused, with the time since which a dead device token is dead.
struct Rejection: Error, Hashable {
    var reason: GatewaySimulator.Reason
    /// Only for 410: when the gateway learnt that the token is dead.
    var timestamp: Instant?

    init(_ reason: GatewaySimulator.Reason, timestamp: Instant? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
