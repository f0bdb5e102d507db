import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille alarm outbox`: sends the alarms that wait here, and lists those that still do.
struct AlarmOutboxCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Send the alarms that could not be sent yet, and list those that still wait.",
        discussion: """
            An alarm that the relay could not be asked for is kept here. Every command of this device sends what waits, and \
            so does 'reveille listen' as soon as the relay is back. It is always the same request: one whose answer was \
            lost is not set twice. Take one out with 'reveille alarm cancel ID'.
            """
    )

    @OptionGroup
    var options: SessionOptions

    var sendsOutbox: Bool { false }

    func run(in session: DeviceSession) async throws {
        try await session.device.sendRevocations()
        let results = try await session.device.sendOutbox()
        if output.json {
            Terminal.say(.array(results.map(\.json)))
            return
        }
        let (clock, language) = (session.readersClock, session.language)
        for result in results where !result.isKept { Terminal.say(await session.words(for: result, on: clock)) }
        let waiting = results.filter(\.isKept)
        guard !waiting.isEmpty else {
            if results.isEmpty { Terminal.say(language.text(.answerOutboxNone)) }
            return
        }
        var table = TextTable(["ID", "DUE", "STATE", "FOR", "WORDS"], in: language)
        let length = Abbreviation.length(for: waiting.map(\.alarm.id), among: await session.rememberedAlarms)
        for sent in waiting.map(\.alarm) {
            table.add([
                String(sent.id.description.prefix(length)),
                clock.text(sent.time),
                sent.waitingState(in: language),
                await session.device.profile.pair(sent.pair)?.partnerName.asForeign ?? "-",
                language.quoting(sent.text),
            ])
        }
        Terminal.say(table)
        if case .kept(_, let reason)? = waiting.first {
            Terminal.remark(language == .english ? reason.asForeign : language.text(.listenKept))
        }
    }
}

extension SentAlarm {
    /// How an alarm stands that waits here.
    func waitingState(in language: Language) -> String {
        language.text(isWithdrawn ? .listEndTakenBack : mayBeSet ? .answerOutboxMaybe : .answerOutboxUnsent)
    }
}

extension OutboxResult {
    /// What became of the alarm, for a script.
    fileprivate var json: JSONValue {
        let (outcome, reason): (String, String?) =
            switch self {
            case .set: ("set", nil)
            case .withdrawn: ("withdrawn", nil)
            case .refused(_, let reason, _): ("refused", reason)
            case .kept(_, let reason): ("kept", reason)
            }
        return .object(of: [
            "id": .string(alarm.id.description),
            "time": .string(alarm.time.iso8601),
            "text": .string(alarm.text),
            "outcome": .string(outcome),
            "mayBeSet": isKept ? .bool(alarm.mayBeSet) : nil,
            "reason": reason.map(JSONValue.string),
        ])
    }
}
