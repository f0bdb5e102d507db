// Not built here: see README.md.
import AlarmCore
import AppIntents
import DeviceKit

/// Stops a system alarm, and tells the relay that its person is up.
struct StopAlarmIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Got it"

    @Parameter(title: "Alarm")
    var alarm: String

    init() {}

    init(alarm: String) {
        self.alarm = alarm
    }

    func perform() async throws -> some IntentResult {
        try await answer(.gotIt, to: alarm)
        return .result()
    }
}

/// Snoozes a system alarm; the relay hands it off again for the end.
struct SnoozeAlarmIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Snooze"

    @Parameter(title: "Alarm")
    var alarm: String

    init() {}

    init(alarm: String) {
        self.alarm = alarm
    }

    func perform() async throws -> some IntentResult {
        try await answer(.snooze, to: alarm)
        return .result()
    }
}

/// Answers with words, from a shortcut or Siri.
struct ReplyAlarmIntent: AppIntent {
    static let title: LocalizedStringResource = "Reply"

    @Parameter(title: "Alarm")
    var alarm: String

    @Parameter(title: "Reply")
    var text: String

    init() {}

    func perform() async throws -> some IntentResult {
        try await answer(.reply, to: alarm, saying: text)
        return .result()
    }
}

/// Passes an answer on to DeviceKit.
func answer(_ answer: AlarmAnswer, to alarm: String, saying text: String? = nil) async throws {
    guard let id = AlarmID(alarm), let device = try SharedDevice.stored() else { return }
    try await device.answer(answer, to: id, saying: text, on: PhoneSystem())
}
