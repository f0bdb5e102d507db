extension APNsRejection {
    /// The meaning of a rejection for the push.
    package enum Disposition: Hashable, Sendable {
        /// The push is invalid and will remain so.
        case reject
        /// The device token is no longer valid.
        case tokenDead
        /// The gateway is busy or faulty.
        case retry
        /// The provider token has to be renewed; the same request then succeeds.
        case renewProviderToken
        /// The relay's key or its configuration is wrong: the push is not at fault, and the operator has to act.
        case operatorMustAct
    }

    /// The meaning of the rejection; an undocumented reason is judged by the response's `status`.
    package func disposition(status: Int) -> Disposition {
        switch self {
        case .badCollapseID, .badExpirationDate, .badMessageID, .badPath, .badPriority, .badTopic, .duplicateHeaders,
            .invalidPushType, .methodNotAllowed, .missingDeviceToken, .missingTopic, .payloadEmpty, .payloadTooLarge,
            .topicDisallowed:
            .reject
        case .badDeviceToken, .deviceTokenNotForTopic, .expiredToken, .unregistered:
            .tokenDead
        case .idleTimeout, .internalServerError, .serviceUnavailable, .shutdown, .tooManyProviderTokenUpdates,
            .tooManyRequests:
            .retry
        case .expiredProviderToken:
            .renewProviderToken
        case .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyIDInToken, .forbidden,
            .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken:
            .operatorMustAct
        case .unknown:
            Self.disposition(ofUnknownWith: status)
        }
    }

    private static func disposition(ofUnknownWith status: Int) -> Disposition {
        switch status {
        case 410: .tokenDead
        case 401, 403: .operatorMustAct
        case 408, 425, 429: .retry
        case 400...499: .reject
        default: .retry
        }
    }
}
