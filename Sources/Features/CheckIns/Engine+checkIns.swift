package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Alarm {
    /// By how much a deadline that has passed was moved from the time that was set.
    ///
    /// Zero before: until then the person has time, whatever gave it to them.
    fileprivate func delayOfDeadline(at now: Instant) -> Span {
        max(now, processedUntil) >= base ? base - due : .zero
    }
}

extension Engine {
    /// The state of a person's check-ins.
    ///
    /// - Throws: the problem `not-found` where the person has no plan and never checked in.
    package func checkIns(
        of person: PersonID,
        isRepeat: Bool = false,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CheckInReport {
        guard var watch = try record(CheckInRecord.self, DocumentID(of: person), in: snapshot)?.body else {
            throw Problem(.notFound, detail: "there is no check-in plan yet: set one, or check in")
        }
        watch.forgetSnoozes(olderThan: limits.checkInRetention, at: now)
        let row = try watch.alarm.flatMap { try snapshot.alarm($0) }
        let status: CheckInStatus
        do {
            let cycle = try watch.cycle(at: now, by: row)
            // A time that is stale after a change is not the alarm's any more.
            let delay = row.flatMap { $0.telling == cycle.telling ? $0.alarm.delayOfDeadline(at: now) : nil } ?? .zero
            status = CheckInStatus(of: cycle, at: now, delay: delay)
        } catch {
            throw Problem(.internalError)
        }
        let contacts = try reachableContacts(of: person, in: snapshot)
        let telling = try missed(by: row, watch, status.state, in: snapshot).map { row in
            let known = try self.telling(of: row, in: snapshot)
            return CheckInTelling(
                outcome: known.outcome,
                messages: known.messages,
                reached: watch.reached(after: try snapshot.deliveries(of: row.key))
            )
        }
        // What was written of an answer to an earlier deadline would read as if this one had been answered.
        let isUnanswered = status.state.isMissed || telling != nil || !watch.toldContacts.isEmpty
        var settings = watch.settings
        settings.timeZone = watch.timeZone
        return CheckInReport(
            state: status.state,
            settings: settings,
            due: status.due,
            contactsDue: status.contactsDue,
            remaining: status.remainingSeconds,
            contacts: contacts.agreed,
            reachable: contacts.reachable,
            asked: contacts.asked,
            waiting: contacts.waiting,
            ways: gateways.contactChannels.usable.subtracting([.call]),
            unreached: Set(contacts.media.filter { gateways.contactChannels.lack(of: $0) != nil }),
            delayed: delays(by: contacts.media),
            telling: telling,
            reassured: isUnanswered ? [] : try reassured(by: watch.reassuring, of: person, in: snapshot),
            isRepeat: isRepeat,
            history: try records(RecordedCheckIn.self, of: person, in: snapshot).suffix(CheckInLimits.kept).reversed()
                .map(\.body.entry),
            snoozedAt: watch.snoozedAt.reversed(),
            snoozes: watch.snoozes
        )
    }

    /// The alarm whose telling of the contacts is shown in a state: the present one once it has taken that step, and
    /// before a deadline the last one whose contacts have not heard that the person is back.
    private func missed(
        by row: AlarmRow?,
        _ watch: CheckInRecord,
        _ state: CheckInStatus.State,
        in snapshot: any Snapshot
    ) throws -> AlarmRow? {
        switch state {
        case .expired, .escalated:
            guard let row, let telling = row.telling, row.alarm.processedUntil >= telling else { return nil }
            return row
        case .off, .new, .paused, .normal, .warning, .checkedIn, .due:
            let known = try watch.told.compactMap { try snapshot.alarm($0) } + [row].compactMap(\.self)
            return try known.last { try !snapshot.deliveries(of: $0.key).unresolvedAlerts.isEmpty }
        }
    }

    /// The place of the person's latest check-in that has one, and its time.
    func lastPlace(of person: PersonID, in snapshot: any Snapshot) throws -> (place: Place, at: Instant)? {
        let recentCheckIns = try records(RecordedCheckIn.self, of: person, in: snapshot).map(\.body.entry)
        return CheckInHistory(recentCheckIns.map { CheckIn(at: $0.at, place: $0.place) }).lastPlace
    }

    /// The next check-in of the person whose link this is, and their zone; nil for a link that is no longer valid.
    package func nextCheckIn(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (at: Instant?, zone: ZoneRules)? {
        if let own = try ownAddress(for: token, in: snapshot) {
            let watch = try record(CheckInRecord.self, DocumentID(of: own.owner), in: snapshot)?.body
            return (watch?.deadline, watch?.zone(in: self) ?? .utc)
        }
        guard let watch = try link(token, in: snapshot)?.watch else { return nil }
        return (watch.deadline, watch.timeZone.flatMap { zones.rules(for: $0) } ?? .utc)
    }
}
