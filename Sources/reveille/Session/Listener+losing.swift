import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Answers that came too late: another device of the person was first, or the alarm was over.
extension Listener {
    /// Reports an answer to an alarm.
    ///
    /// One that does not count is said to have lost, and the item is taken off.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - item: what rings.
    ///   - until: the end of a snooze, by this machine's clock.
    /// - Returns: the result of sending it; nil where it does not count, or was refused, which is said here.
    mutating func report(_ answer: RingAnswer, to item: RingingItem, until: Instant? = nil) async -> ReceiptOutcome? {
        let revision = await device.profile.alarm(item.id)?.revision
        var reply: String?
        if case .gotIt(let words) = answer { reply = words }
        do {
            let outcome = try await device.report(answer.report, of: item.id, until: until, reply: reply)
            if case .kept = outcome { Terminal.remark(text(.listenKept)) }
            guard let revision,
                let loss = await loss(of: GivenAnswer(answer: answer, revision: revision), outcome, item)
            else { return outcome }
            await lose(item, loss)
        } catch {
            guard error.saysThatItIsOver else {
                sayRefused(error, for: item.id)
                return nil
            }
            let reason = await reason(forEndOf: item.id, isRinging: true)?.clause
            await lose(item, answer.tooLate(reason ?? text(.listenLostAnswerOver), in: language))
        }
        return nil
    }

    /// Says that an answer has lost, and takes the alarm off; the relay's word of its end says nothing new then.
    mutating func lose(_ item: RingingItem, _ loss: String) async {
        add(
            ListenerEvent(.answerLost, ["id": .identifier(item.id), "reason": .string(loss)]),
            text(.listenLostAnswer, [.title: item.title.unstopped, .reason: loss])
        )
        stopped.insert(item.id)
        await end(item)
    }

    /// How an answer that the relay has taken has lost; nil for one that counts, or may.
    private func loss(of given: GivenAnswer, _ outcome: ReceiptOutcome, _ item: RingingItem) async -> String? {
        let accepted: ReceiptAccepted
        switch outcome {
        case .taken(let answer), .stale(let answer): accepted = answer
        case .kept: return nil
        }
        guard given.isDoubtful(accepted), let listing = try? await device.show(item.id) else { return nil }
        var reason: String?
        if listing.view.ending != .answered, listing.view.ending != .dismissed {
            reason = await self.reason(forEndOf: item.id, isRinging: true)?.clause
        }
        return given.loss(by: listing.view, reply: listing.ownReply, reason: reason, in: language)
    }
}

extension DeviceError {
    /// Whether the relay has refused an answer because the alarm is over for this person.
    fileprivate var saysThatItIsOver: Bool {
        if case .pairEnded = self { return true }
        return problemKind == .gone || problemKind == .notFound
    }
}
