import AlarmCore

/// The gateway's rules for a request, apart from its sender and its receiver.
///
/// Each rule answers with the reason that Apple documents for breaking it.
enum RequestRules {
    /// Maximum length of `apns-collapse-id` in bytes.
    static let collapseIDLimit = 64

    /// Largest payload of any push type in bytes; more need not be kept.
    static let largestPayload = 5120

    /// Returns the device token in the request line, in lower case.
    static func deviceToken(method: String, path: String) throws(Rejection) -> String {
        guard method == "POST" else { throw Rejection(.methodNotAllowed) }
        let prefix = "/3/device/"
        guard path.hasPrefix(prefix) else { throw Rejection(path == "/3/device" ? .missingDeviceToken : .badPath) }
        let token = path.utf8.dropFirst(prefix.utf8.count)
        guard !token.isEmpty else { throw Rejection(.missingDeviceToken) }
        guard !token.contains(UInt8(ascii: "/")) else { throw Rejection(.badPath) }
        var isLowercase = true
        for character in token {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): break
            case UInt8(ascii: "A")...UInt8(ascii: "F"): isLowercase = false
            default: throw Rejection(.badDeviceToken)
            }
        }
        guard token.count.isMultiple(of: 2) else { throw Rejection(.badDeviceToken) }
        let text = String(Substring(token))
        return isLowercase ? text : text.lowercased()
    }

    /// Returns the request's attributes, checked in the order in which the headers are documented.
    static func attributes(of head: RequestHead) throws(Rejection) -> PushAttributes {
        guard !head.hasDuplicates else { throw Rejection(.duplicateHeaders) }
        if let id = head.messageID, !MessageID.isValid(id) { throw Rejection(.badMessageID) }
        guard let type = head.pushType.flatMap(PushType.init(rawValue:)) else { throw Rejection(.invalidPushType) }
        guard let topic = head.topic else { throw Rejection(.missingTopic) }
        guard isTopic(topic), topic.hasSuffix(type.topicSuffix) else { throw Rejection(.badTopic) }
        let priority = try priority(head.priority, type: type)
        let expiration = try expiration(head.expiration)
        if let id = head.collapseID, id.utf8.count > collapseIDLimit { throw Rejection(.badCollapseID) }
        return PushAttributes(topic: topic, type: type, priority: priority, expiration: expiration)
    }

    /// Refuses a payload that is absent, too large for its type, or not a JSON object.
    ///
    /// - Parameters:
    ///   - payload: The body, of which at most ``largestPayload`` bytes need be present.
    ///   - size: The length of the whole body in bytes.
    ///   - type: The push type, which sets the limit.
    /// - Throws: The rule that is broken.
    static func check(payload: [UInt8], size: Int, type: PushType) throws(Rejection) {
        guard size <= type.payloadLimit else { throw Rejection(.payloadTooLarge) }
        guard size > 0, JSONSyntax.isObject(payload) else { throw Rejection(.payloadEmpty) }
    }

    private static func priority(_ text: String?, type: PushType) throws(Rejection) -> Int {
        let priority: Int
        switch text {
        case nil, "10": priority = 10
        case "5": priority = 5
        case "1": priority = 1
        default: throw Rejection(.badPriority)
        }
        guard type != .background || priority == 5 else { throw Rejection(.badPriority) }
        return priority
    }

    private static func expiration(_ text: String?) throws(Rejection) -> Expiration {
        guard let text else { return .default }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let seconds = Int64(text) else {
            throw Rejection(.badExpirationDate)
        }
        return seconds == 0 ? .immediate : .at(Instant(seconds: seconds))
    }

    /// Whether `text` could be a bundle identifier with a suffix: letters, digits, hyphens and full stops.
    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
