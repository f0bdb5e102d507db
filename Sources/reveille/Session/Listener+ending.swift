import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Alarms that ring here no more, because of the relay's word or of another command with this profile, and pairs that
/// the other side has ended.
extension Listener {
    /// Takes an alarm off, and says why.
    mutating func takeOff(_ id: AlarmID) async {
        let item = ringing.remove(id)
        await silenceIfDone()
        if case .notice(let notice)? = item?.subject { return await sayTakenOff(notice) }
        let known = await device.profile.alarm(id)
        var title = item?.title
        if title == nil, let known { title = await self.title(of: known) }
        let subject = title ?? text(.listenAlarm, [.link: "\(id)"])
        let given = self.given.removeValue(forKey: id)
        let reason = await reason(forEndOf: id, isRinging: item != nil, for: item?.due)
        if reason?.skipped != nil { skipping.insert(id) }
        if let end = reason?.putOffUntil, !toldSnoozes.note(end, of: id), item == nil { return }
        if item == nil, known?.phase == .answered, let given, known?.revision == given.revision {
            guard let listing = try? await device.show(id) else { return }
            let correction = given.correction(
                by: listing.view,
                reply: listing.ownReply,
                reason: reason?.clause,
                in: language
            )
            guard let correction else { return }
            kept.toldLosses.insert(id)
            return tell(
                ListenerEvent(.answerLost, ["id": .identifier(id), "reason": .string(correction)]),
                .listenLostAnswer,
                [.title: subject.capitalizedAtStart, .reason: correction]
            )
        }
        if reason?.isTakenOver == true, item == nil, !isForScript { return }
        let end = TakenOff(
            title: subject,
            reason: reason,
            hasRung: item != nil,
            wasAnswered: known?.phase == .answered,
            wasPutOff: given != nil
        )
        if let next = reason?.next { toldTimes.noteNext(next, of: id) }
        tell(.silenced(id, end), end.line(clock))
    }

    /// Says of an alarm of which it was said that it skips a time that it rings no more at all, and why, where that is so.
    ///
    /// The relay then takes it off no device, as none has it.
    mutating func sayEnd(ofSkipping id: AlarmID) async {
        guard let known = await device.profile.alarm(id),
            let reason = await reason(forEndOf: id, isRinging: false), reason.skipped == nil
        else { return }
        skipping.remove(id)
        let end = TakenOff(title: await title(of: known), reason: reason, hasRung: false)
        tell(.silenced(id, end), end.line(clock))
    }

    /// Falls silent for what this device no longer has, because its pair was ended or it was answered by a command, and
    /// for what a command has put off.
    ///
    /// The relay spares the device that does so, and a listener beside the command is the same device.
    mutating func takeOffWhatEndedHere() async {
        for item in ringing.items where !item.isNotice {
            guard let isHeld = try? await device.holds(item.id) else { continue }
            if isHeld, let known = await device.profile.alarm(item.id), known.snoozeEnd != nil {
                await takeOff(item.id)
                // It rings again at the end.
                recallSnooze(of: known)
            } else if isHeld {
                held.insert(item.id)
                released.remove(item.id)
            } else if held.contains(item.id) {
                // What the relay has taken off comes by itself, unless another command has read that first.
                let isReleased = await device.profile.alarm(item.id)?.phase == .released
                if isReleased, released.insert(item.id).inserted { continue }
                stopped.insert(item.id)
                await takeOff(item.id)
            }
        }
        let ids = Set(ringing.items.map(\.id))
        held.formIntersection(ids)
        released.formIntersection(ids)
        await silenceIfDone()
    }

    /// Says once of each pair that it has ended, and of each partner of whom the opposite was said here that they take
    /// this person's alarms again.
    ///
    /// A pair that this device had for active when the listener began counts. Without the relay it is said at the next
    /// synchronisation.
    mutating func sayEndedPairs() async {
        guard let pairs = try? await device.refreshPairs() else { return }
        let refusing = await device.profile.refusing
        for pair in pairs where pair.isActive && !refusing.contains(pair.id) {
            guard refusalsTold.remove(pair.id) != nil else { continue }
            tell(
                ListenerEvent(.partnerAccepts, pair.facts),
                .listenNewsTakesAgain,
                [.person: pair.partnerName.asForeign]
            )
        }
        for pair in pairs where !pair.isActive && standing.contains(pair.id) {
            tell(
                ListenerEvent(.pairEnded, pair.facts),
                .listenPairEnded,
                [.person: pair.partnerName.asForeign, .link: "reveille pair new\(session.profileFlag)"]
            )
        }
        standing = Set(pairs.filter(\.isActive).map(\.id))
    }
}

/// An alarm that rings at this terminal no more.
struct TakenOff {
    /// The words and the sender.
    let title: String
    /// Why; nil where that is not known.
    let reason: EndReason?
    /// Whether it rang here until now.
    let hasRung: Bool
    /// Whether it was answered on this device, by a former listener or another command.
    var wasAnswered = false
    /// Whether it was answered or put off by this listener.
    var wasPutOff = false

    /// What is said of it, to the reader of `clock`: one that recurs is not over for good.
    func line(_ clock: LocalClock) -> String {
        let language = clock.language
        if !hasRung, let end = reason?.putOffUntil {
            return language.text(.listenSetPutOff, [.time: clock.text(end), .title: title])
        }
        if !hasRung, let reason, let skipped = reason.skipped {
            let time = clock.text(skipped)
            let values: [Placeholder: String] = [
                .title: title.capitalizedAtStart, .time: time, .reason: reason.clause,
            ]
            let next = reason.next.map { language.text(.listenNext, [.time: clock.text($0)]) }
            let further = reason.skippedNext.map { language.text(.listenNewsSkipsNext, [.time: clock.text($0)]) }
            return language.joining(language.text(.listenSilentSkips, values), next ?? further)
        }
        var values: [Placeholder: String] = [.title: hasRung ? title : title.capitalizedAtStart]
        values[.reason] = reason?.clause ?? (hasRung ? language.text(.listenStoppedUnknown) : nil)
        values[.time] = (reason?.next).map { clock.text($0) }
        let key: TextKey
        switch (hasRung, reason) {
        case (true, let reason): key = reason?.next == nil ? .listenStopped : .listenStoppedNext
        case (false, let reason?) where reason.next != nil: key = .listenTimeOver
        case (false, let reason) where wasAnswered: key = reason == nil ? .listenOver : .listenOverBecause
        case (false, let reason?) where reason.mayRingAnew: key = .listenSilentAsSet
        case (false, let reason?) where reason.hasEnded: key = .listenSilentEnded
        case (false, let reason?) where reason.isHeldBack: key = .listenSilentForNow
        case (false, _?): key = wasPutOff ? .listenSilentAgain : .listenSilentBecause
        case (false, nil): key = .listenSilent
        }
        return language.text(key, values)
    }
}

extension RingingItem {
    /// Whether it is a warning or an alert, of which the relay says when it is over.
    fileprivate var isNotice: Bool {
        if case .notice = subject { true } else { false }
    }
}
