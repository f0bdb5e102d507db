package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The status of everyone whom the caller looks after, as far as each dweller allows the caller to know.
    package func careOverview(
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareOverview {
        let circles = try rosters(of: device.person, in: snapshot).filter { $0.circle.kind == .care }
        return CareOverview(
            dwellers: try circles.compactMap { roster in
                try overview(of: roster, for: device, at: now, in: snapshot)
            },
            notice: notice(for: device),
            phone: try ownPhone(of: device.person, in: snapshot)
        )
    }

    private func overview(
        of roster: CircleRoster,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareDwellerView? {
        guard let dweller = roster.dweller, let member = roster.member(device.person) else { return nil }
        let permissions = member.permissions
        let watch =
            try record(DwellerRecord.self, DocumentID(of: dweller.person), in: snapshot)?.body ?? DwellerRecord()
        let status =
            permissions.contains(.status)
            ? try self.status(of: watch, at: now, showsPlace: permissions.contains(.place), in: snapshot) : nil
        let open = try snapshot.liveAlarms(of: roster.circle.id, limit: .max).filter(\.isCare).reversed()
            .compactMap { try record(CareAlertRecord.self, $0.alert, in: snapshot) }
            .filter { try maySee($0, in: roster, device.person, at: now, in: snapshot) }
        let last = try lastAlert(in: roster, device.person, since: watch.lastSign, at: now, in: snapshot)
        let alerts = try open.map { try view(of: $0, in: roster, for: device, at: now, in: snapshot) }
        let isUnresolved = last?.body.isUnresolved(at: now, lastSign: watch.lastSign) ?? false
        return CareDwellerView(
            circle: roster.circle.id,
            circleName: roster.circle.name,
            name: dweller.displayName,
            isSelf: dweller.person == device.person,
            status: status,
            state: CareDwellerState(
                open: alerts.map(\.state),
                unresolved: isUnresolved ? last.map { unresolvedState(of: $0, in: roster) } : nil,
                status: status,
                at: now
            ),
            audience: roster.members.compactMap { CareWatcher($0, at: now) }.count { !$0.alerts.isEmpty },
            alerts: alerts,
            lastAlert: try last.map { try view(of: $0, in: roster, for: device, at: now, in: snapshot) },
            unresolved: try unresolvedAlerts(in: roster, device.person, since: watch.lastSign, at: now, in: snapshot)
                .filter { $0.id != last?.id }
                .map { try view(of: $0, in: roster, for: device, at: now, in: snapshot) }
        )
    }

    /// The alerts that have ended and that nothing says to be over, if the person may see them, the latest first; among
    /// the latest 20 entries.
    private func unresolvedAlerts(
        in roster: CircleRoster,
        _ person: PersonID,
        since lastSign: Instant?,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> [SealedRecord<CareAlertRecord>] {
        try records(CareAlertRecord.self, concerning: roster.circle.id, before: nil, limit: 20, in: snapshot)
            .filter { alert in
                try alert.body.isUnresolved(at: now, lastSign: lastSign)
                    && maySee(alert, in: roster, person, at: now, in: snapshot)
            }
    }

    /// How an alert stands that is not over: whoever has left the circle looks after the dweller no more.
    private func unresolvedState(
        of alert: SealedRecord<CareAlertRecord>,
        in roster: CircleRoster
    ) -> CareAlertView.State {
        guard alert.body.state == .acknowledged, let helper = alert.body.endedBy else { return alert.body.state }
        return roster.member(helper) == nil ? .unanswered : .acknowledged
    }

    /// The latest alert that was raised and has ended, if the person may see it; among the latest 200 entries.
    ///
    /// An earlier one of which nobody has said that it is over comes first, if the 20 entries around the latest have one.
    private func lastAlert(
        in roster: CircleRoster,
        _ person: PersonID,
        since lastSign: Instant?,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> SealedRecord<CareAlertRecord>? {
        var position: DocumentPosition?
        for _ in 0..<10 {
            let batch = try records(
                CareAlertRecord.self,
                concerning: roster.circle.id,
                before: position,
                limit: 20,
                in: snapshot
            )
            let ended = try batch.filter { alert in
                try alert.body.state != .held && !alert.body.isOpen
                    && maySee(alert, in: roster, person, at: now, in: snapshot)
            }
            let found = ended.first { $0.body.isUnresolved(at: now, lastSign: lastSign) } ?? ended.first
            guard found == nil, batch.count == 20 else { return found }
            position = batch.last?.place
        }
        return nil
    }

    /// The status of a dweller.
    func status(
        of watch: DwellerRecord,
        at now: Instant,
        showsPlace: Bool,
        in snapshot: any Snapshot
    ) throws -> CareStatus {
        let settings = watch.settings
        let question = try watch.alarm.flatMap { try snapshot.alarm($0)?.alarm }
        return CareStatus(
            lastActivity: watch.lastActivity,
            lastSign: watch.lastSign,
            asksAt: question.flatMap { $0.state.isFinal ? nil : $0.due },
            pausedUntil: settings.isPaused(at: now) ? settings.pausedUntil : nil,
            quietUntil: settings.quietHours?.end(at: now, in: zone(of: watch)),
            place: showsPlace ? watch.place : nil,
            placeAt: showsPlace ? watch.placeAt : nil
        )
    }
}
