public import AlarmCore

/// The whole JSON of one push to APNs, built once and measured (PA1 section 6).
public struct PushPayload: Hashable, Sendable {
    /// The most bytes that APNs accepts: 4,096.
    public static let limit = 4096
    /// The most bytes of an `apns-collapse-id`: 64.
    public static let collapseIDLimit = 64
    /// The notification category under which an app registers the actions of a partner alarm.
    public static let category = "PARTNER_ALARM"

    /// The category of a preset: its name in capitals, as in `CHECK_IN`.
    public static func category(of preset: String?) -> String {
        preset.map { $0.uppercased().replacing("-", with: "_") } ?? category
    }

    /// The JSON.
    public let bytes: [UInt8]

    /// Builds a payload.
    ///
    /// - Parameters:
    ///   - alarm: the content.
    ///   - urgency: the urgency; `critical` needs an entitlement of the app and the user's permission.
    /// - Throws: when it is larger than ``limit``.
    public init(_ alarm: AlarmPush, urgency: Urgency) throws(PushPayloadError) {
        let bytes = Self.json(alarm, urgency: urgency).text
        guard bytes.count <= Self.limit else { throw .tooLarge(bytes: bytes.count) }
        self.bytes = bytes
    }

    /// The size in bytes.
    public var size: Int { bytes.count }

    /// The size of the largest push that an alarm can need: late, critical, of the highest revision, long after its
    /// first time.
    ///
    /// An alarm whose push would be too large is thus refused when it is sent rather than when it is due.
    public static func largestSize(for alarm: AlarmPush) -> Int {
        var largest = alarm
        largest.revision = Int(Int32.max)
        largest.isLate = true
        if largest.rule != nil { largest.firstTime = alarm.firstTime ?? alarm.time }
        return [PushStage.handoff, .ring].reduce(0) { size, stage in
            largest.stage = stage
            return max(size, json(largest, urgency: .critical).text.count)
        }
    }

    /// Whether the largest push of an alarm surely fits, estimated without building it.
    ///
    /// The parts that are not counted, names, numbers and times, take less than 1,024 bytes; a character of a name that
    /// needs escaping becomes six.
    public static func surelyFits(_ alarm: AlarmPush) -> Bool {
        let names = (alarm.sound?.utf8.count ?? 0) + (alarm.timeZone?.utf8.count ?? 0)
        let rule = alarm.rule?.description.utf8.count ?? 0
        let sealed = (alarm.message?.text.utf8.count ?? 0) + (alarm.reply?.text.utf8.count ?? 0)
        return sealed + rule + 6 * names + 1024 <= limit
    }

    /// The `apns-collapse-id` of a stage of an alarm: a newer push of the same stage replaces an older one.
    public static func collapseID(alarm: AlarmID, stage: PushStage) -> String {
        "\(alarm).\(stage.rawValue)"
    }

    private static func json(_ alarm: AlarmPush, urgency: Urgency) -> JSONValue {
        let sound = alarm.sound ?? AlarmRequest.defaultSound
        let isSilent = alarm.stage.isSilent
        return .object(of: [
            "aps": .object(of: [
                "alert": alert(alarm),
                "sound": isSilent ? nil : Self.sound(alarm.stage.isNotice ? AlarmRequest.defaultSound : sound, urgency),
                "content-available": isSilent ? 1 : nil,
                "mutable-content": 1,
                "interruption-level": isSilent ? "passive" : .word(urgency),
                "category": .string(category(of: alarm.preset)),
            ]),
            "alarm": alarm.wordless.json,
        ])
    }

    private static func alert(_ alarm: AlarmPush) -> JSONValue {
        if let words = alarm.words { return words.json }
        let texts = PushTexts(alarm.stage)
        return .object(of: ["title-loc-key": .string(texts.title), "loc-key": .string(texts.body)])
    }

    private static func sound(_ name: String, _ urgency: Urgency) -> JSONValue {
        switch urgency {
        case .active, .timeSensitive: .string(name)
        case .critical:
            .object(of: ["critical": 1, "name": .string(name), "volume": .number(JSONNumber(checked: "1.0"))])
        }
    }
}

/// Why a push cannot be built.
public enum PushPayloadError: Error, Hashable, Sendable {
    /// The payload has this many bytes; ``PushPayload/limit`` are allowed.
    case tooLarge(bytes: Int)
}

extension PushPayloadError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .tooLarge(let bytes):
            "the push would have \(bytes) bytes, \(PushPayload.limit) are allowed; shorten the message"
        }
    }
}

extension AlarmPush {
    /// The same push without the texts of the notification itself.
    var wordless: AlarmPush {
        var push = self
        push.words = nil
        return push
    }
}
