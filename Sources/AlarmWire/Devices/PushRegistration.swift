import AlarmCore

/// A push token of Apple's as the device knows it, and the environment and app that it belongs to.
public struct PushRegistration: Hashable, WireMessage {
    /// Which of Apple's two environments a token belongs to.
    public enum Environment: String, CaseIterable, Hashable, Sendable {
        case sandbox, production
    }

    /// The number of hexadecimal digits of a token; Apple promises no length, today it is 64.
    public static let tokenDigits = 64...200

    /// The token in lower-case hexadecimal.
    public var token: String
    /// The environment that it belongs to.
    public var environment: Environment
    /// The app's bundle identifier.
    public var topic: String

    /// Makes a registration; the relay refuses one whose token or topic is malformed.
    public init(token: String, environment: Environment, topic: String) {
        self.token = token
        self.environment = environment
        self.topic = topic
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let digits = Self.tokenDigits
        token = try object.text(
            "token",
            expected: "an even number of hexadecimal digits, \(digits.lowerBound) to \(digits.upperBound)"
        ) { text in
            digits.contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2)
                && text.utf8.allSatisfy(Self.isHexDigit)
                ? text.lowercased() : nil
        }
        environment = try object.word("environment")
        topic = try object.text("topic", expected: "a bundle identifier, as in com.example.app") { text in
            (1...155).contains(text.utf8.count) && text.utf8.allSatisfy(Self.isTopicByte) ? text : nil
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["token": .string(token), "environment": .word(environment), "topic": .string(topic)])
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._".utf8.contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= 0x41
    }
}

extension PushRegistration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Environment and app, not the token.
    public var description: String { "push token (redacted) of \(topic), \(environment.rawValue)" }

    /// Environment and app, not the token.
    public var debugDescription: String { description }

    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: ["environment": environment, "topic": topic]) }
}
