extension APNsRejection {
    /// What a rejection means for the push.
    package enum Disposition: Hashable, Sendable {
        /// This push is wrong and will always be.
        case reject
        /// The device token is good for nothing any more.
        case tokenDead
        /// The gateway is busy or ailing.
        case retry
        /// The provider token has to be made anew, then the same request is good.
        case renewProviderToken
        /// The relay's key or its configuration is wrong: the push is not at fault, and the operator has to act.
        case operatorMustAct
    }

    /// What the rejection means; `status` is the response's, and decides about a reason that is not documented.
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
