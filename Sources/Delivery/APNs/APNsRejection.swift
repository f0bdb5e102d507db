/// The reason why APNs refused a push: every reason that Apple documents, and any other by its name.
package enum APNsRejection: Hashable, Sendable {
    case badCollapseID
    case badDeviceToken
    case badExpirationDate
    case badMessageID
    case badPriority
    case badTopic
    case deviceTokenNotForTopic
    case duplicateHeaders
    case idleTimeout
    case invalidPushType
    case missingDeviceToken
    case missingTopic
    case payloadEmpty
    case topicDisallowed
    case badCertificate
    case badCertificateEnvironment
    case badEnvironmentKeyIDInToken
    case expiredProviderToken
    case forbidden
    case invalidProviderToken
    case missingProviderToken
    case unrelatedKeyIDInToken
    case badPath
    case methodNotAllowed
    case expiredToken
    case unregistered
    case payloadTooLarge
    case tooManyProviderTokenUpdates
    case tooManyRequests
    case internalServerError
    case serviceUnavailable
    case shutdown
    /// An undocumented reason, kept so that an operator can look it up.
    case unknown(String)
}

extension APNsRejection {
    /// Every documented reason with the spelling of the `reason` in APNs' answer.
    package static let documented: KeyValuePairs<String, APNsRejection> = [
        "BadCollapseId": .badCollapseID,
        "BadDeviceToken": .badDeviceToken,
        "BadExpirationDate": .badExpirationDate,
        "BadMessageId": .badMessageID,
        "BadPriority": .badPriority,
        "BadTopic": .badTopic,
        "DeviceTokenNotForTopic": .deviceTokenNotForTopic,
        "DuplicateHeaders": .duplicateHeaders,
        "IdleTimeout": .idleTimeout,
        "InvalidPushType": .invalidPushType,
        "MissingDeviceToken": .missingDeviceToken,
        "MissingTopic": .missingTopic,
        "PayloadEmpty": .payloadEmpty,
        "TopicDisallowed": .topicDisallowed,
        "BadCertificate": .badCertificate,
        "BadCertificateEnvironment": .badCertificateEnvironment,
        "BadEnvironmentKeyIdInToken": .badEnvironmentKeyIDInToken,
        "ExpiredProviderToken": .expiredProviderToken,
        "Forbidden": .forbidden,
        "InvalidProviderToken": .invalidProviderToken,
        "MissingProviderToken": .missingProviderToken,
        "UnrelatedKeyIdInToken": .unrelatedKeyIDInToken,
        "BadPath": .badPath,
        "MethodNotAllowed": .methodNotAllowed,
        "ExpiredToken": .expiredToken,
        "Unregistered": .unregistered,
        "PayloadTooLarge": .payloadTooLarge,
        "TooManyProviderTokenUpdates": .tooManyProviderTokenUpdates,
        "TooManyRequests": .tooManyRequests,
        "InternalServerError": .internalServerError,
        "ServiceUnavailable": .serviceUnavailable,
        "Shutdown": .shutdown,
    ]

    /// Parses a `reason`.
    ///
    /// Of an unknown one only the part that looks like a name is kept: it is the peer's text, on its way into logs.
    package init(reason: String) {
        if let known = Self.documented.first(where: { $0.key == reason })?.value {
            self = known
        } else {
            let isName = (1...48).contains(reason.utf8.count) && reason.utf8.allSatisfy(Self.isLetter)
            self = .unknown(isName ? reason : "unreadable")
        }
    }

    /// The reason as APNs spells it.
    package var reason: String {
        if case .unknown(let name) = self { return name }
        return Self.documented.first { $0.value == self }?.key ?? "unreadable"
    }

    private static func isLetter(_ character: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    }
}
