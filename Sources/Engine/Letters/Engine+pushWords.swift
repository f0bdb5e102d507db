import AlarmCore
import AlarmWire
import Storage
import Wording

extension Engine {
    /// What a notification about an alarm says, in the words of the device's person; nil where the app has the words.
    func words(
        for order: DeliveryOrder,
        of row: AlarmRow,
        to device: Device,
        in snapshot: any Snapshot
    ) throws -> PushWords? {
        guard row.alarm.preset != EscalationPolicy.partnerAlarm.name else { return nil }
        let language = Language(tag: device.locale)
        let now = clock.now()
        let zone = zones.rules(for: device.timeZone) ?? .utc
        var values: [Placeholder: TextValue] = [
            .time: .moment(row.alarm.base, in: zone),
            .duration: .span(try span(for: order, of: row, at: now, in: snapshot)),
        ]
        if let name = try name(of: row.receiver, in: row.circle, snapshot) { values[.person] = .name(name) }
        if let helper = try helper(of: row, snapshot) { values[.helper] = .name(helper) }
        let text =
            try careWords(for: order, of: row, in: language, snapshot)
            ?? rehearsalWords(for: order, of: row, in: language, snapshot)
            ?? PushText(stage: order.stage.rawValue, policy: row.alarm.preset, language: language, values: values)
        return PushWords(title: text.title, body: text.body)
    }

    /// What a person is called among the people of a circle, or by their contacts; nil where they have not said.
    func name(of person: PersonID, in circle: CircleID, _ snapshot: any Snapshot) throws -> String? {
        let place = try record(MembershipBody.self, MembershipBody.id(of: person, in: circle), in: snapshot)
        if let name = place?.body.membership.displayName { return name }
        let name = try record(Watch.self, DocumentID(of: person), in: snapshot)?.body.settings.name
        return name == CheckInSettings.unnamed ? nil : name
    }

    /// The time that is left, or that has passed, whichever the words of the stage are about.
    private func span(
        for order: DeliveryOrder,
        of row: AlarmRow,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> Span {
        switch order.stage {
        case .checkInReminder:
            let watch = try record(Watch.self, DocumentID(of: row.receiver), in: snapshot)?.body
            return max(now - (watch?.lastCheckIn ?? watch?.start ?? now), .zero)
        case .areYouWell:
            let policy = policies[row.alarm.preset] ?? .inactivity
            let next = policy.firings(from: row.alarm.base).first { $0.at > now }?.at
            return max((next ?? now) - now, .zero)
        default: return max(row.alarm.base - now, .zero)
        }
    }
}
