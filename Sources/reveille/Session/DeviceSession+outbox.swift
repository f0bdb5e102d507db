import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension DeviceSession {
    /// Sends what could not be sent before; a failure is only a remark, because the command has other work.
    func sendWaiting() async {
        await sendReceipts()
        let profile = await device.profile
        guard !profile.outbox.isEmpty || !profile.unsentRevocations.isEmpty else { return }
        do {
            try await device.sendRevocations()
            let results = try await device.sendOutbox()
            for result in results where !result.isKept { Terminal.remark(await words(for: result, on: readersClock)) }
            let waiting = results.count { $0.isKept }
            guard waiting > 0 else { return }
            Terminal.remark(
                language.text(
                    waiting == 1 ? .listRemarkWaits : .listRemarkWait,
                    [.count: "\(waiting)", .link: "reveille alarm outbox\(profileFlag)"]
                )
            )
        } catch {
            Terminal.remark(RefusalText.reason(of: error, in: language))
        }
    }

    /// Sends the answers that were kept, and says which of them do not count, and which words of them nobody gets.
    private func sendReceipts() async {
        guard await device.profile.hasNewsOfReceipts else { return }
        do {
            try await device.sendReceipts()
            for lost in try await device.takeLostReplies() { Terminal.remark(lost.remark(in: language)) }
            for id in try await device.takeOutdatedAnswers() {
                if let remark = await remark(onOutdatedAnswerTo: DocumentID(of: id)) { Terminal.remark(remark) }
            }
        } catch {
            Terminal.remark(RefusalText.reason(of: error, in: language))
        }
    }

    /// Says that an alert is open although it was answered here before; nil where it is over, or is none of theirs.
    func remark(onOutdatedAnswerTo id: DocumentID) async -> String? {
        guard let alert = try? await device.careAlert(id), alert.isOpen else { return nil }
        if let overview = try? await device.careOverview(), overview.ownAlerts.contains(id) {
            let link = "reveille care cancel\(profileFlag) \(alert.id)"
            let values = [Placeholder.reason: language.text(alert.kind.shown), .time: readersClock.text(alert.at)]
            return language.text(.listenOpenOwn, values.merging([.link: link]) { $1 })
        }
        return language.text(
            .listRemarkAnswerOutdated,
            [.reason: language.text(alert.kind.shown), .link: "reveille care ack\(profileFlag) \(alert.id)"]
        )
    }

    /// Returns what became of an alarm that was kept, in one sentence for the reader of `clock`.
    func words(for result: OutboxResult, on clock: LocalClock) async -> String {
        let (sent, language) = (result.alarm, clock.language)
        let partner = await device.profile.pair(sent.pair)?.partnerName.asForeign ?? language.text(.listenPartner)
        let alarm = language.text(.listenOutboxAlarm, [.words: language.quoting(sent.text), .person: partner])
        let due = clock.both(sent.time, in: sent.timeZone)
        switch result {
        case .set(_, let accepted):
            let time = clock.both(accepted.time, in: sent.timeZone)
            return language.text(.listenOutboxSet, [.title: alarm, .time: time])
        case .withdrawn: return language.text(.listenOutboxWithdrawn, [.title: alarm])
        case .refused(_, let reason, let kind):
            let translated = kind.flatMap { RefusalText.reason(of: $0, saying: reason, in: language) }
            let why = translated ?? reason.asForeign
            return language.text(.listenOutboxRefused, [.title: alarm, .time: due, .reason: why])
        case .kept: return language.text(.listenOutboxKept, [.title: alarm, .time: due])
        }
    }
}

extension OutboxResult {
    /// The alarm.
    var alarm: SentAlarm {
        switch self {
        case .set(let sent, _), .withdrawn(let sent), .refused(let sent, _, _), .kept(let sent, _): sent
        }
    }

    /// Whether it still waits.
    var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}

extension LostReply {
    /// The sentence that says so.
    func remark(in language: Language) -> String {
        let title = text.map { language.quoting($0) } ?? language.text(.listenAlarm, [.link: "\(id)"])
        let person = partnerName?.asForeign ?? language.text(.listenPartner)
        return language.text(.listRemarkReplyLost, [.person: person, .title: title])
    }
}
