import AlarmCore
import AlarmWire

extension FuzzTarget {
    /// What a phone makes of a push, forgiving and strict.
    static let push = FuzzTarget(name: "push") { input in
        if let push = try? AlarmPush(wire: input, limits: JSONLimits(bytes: PushPayload.limit)) { check(strict: push) }
        if let browser = try? ReceivedWebPush(payload: input) {
            require(browser.push.unreadable.count <= 16, "what a service worker reads is bounded")
        }
        guard let received = try? ReceivedAlarmPush(payload: input), received.alarm.isWritable else { return }
        let again = try? ReceivedAlarmPush(alarm: received.alarm.json)
        require(again?.alarm == received.alarm, "what was understood is understood again")
        require(again?.unreadable == [], "what was understood is all readable: \(again?.unreadable ?? [])")
    }

    private static func check(strict push: AlarmPush) {
        guard push.isWritable else { return }
        require((try? AlarmPush(wire: push.wire)) == push, "what was written is read back")
        // What is said of an alarm's size when it is accepted; a notice carries the sender other things.
        let largest = push.stage.isNotice ? Int.max : PushPayload.largestSize(for: push)
        for urgency in Urgency.allCases {
            guard let payload = try? PushPayload(push, urgency: urgency) else {
                require(largest > PushPayload.limit, "a push that is too large was foreseen")
                continue
            }
            require(payload.size <= PushPayload.limit, "a payload keeps to Apple's limit")
            require(payload.size <= largest, "no payload is larger than foreseen")
            let received = try? ReceivedAlarmPush(payload: payload.bytes)
            require(received?.alarm == push, "a phone understands all of a push")
            require(received?.unreadable == [], "nothing of a push is unreadable")
        }
    }
}

extension AlarmPush {
    /// Whether its times can be written in RFC 3339, whose years have four digits.
    fileprivate var isWritable: Bool {
        ([time] + [firstTime, snoozedUntil].compactMap(\.self)).allSatisfy(\.isWritable)
    }
}

extension Instant {
    /// Whether it lies in the years 0 to 9999 in UTC.
    var isWritable: Bool { (-62_167_219_200...253_402_300_799).contains(seconds) }
}
