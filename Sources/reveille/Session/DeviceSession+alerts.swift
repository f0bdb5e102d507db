import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension DeviceSession {
    /// Returns the alerts about a dweller that have ended and of which nobody has said that they are over, the one that
    /// the relay calls the last first.
    ///
    /// An older relay tells of that one; of further ones its history does, which not everybody may read.
    func unresolvedAlerts(about dweller: CareDwellerView) async -> [CareAlertView] {
        guard let last = dweller.lastAlert, last.waitsForWord else { return [] }
        if let further = dweller.unresolved { return [last] + further }
        let history = (try? await device.careHistory(of: dweller.circle).alerts) ?? []
        let (now, lastSign) = (clock.relayNow, dweller.status?.lastSign)
        return [last] + history.filter { $0.id != last.id && $0.isUnresolved(at: now, lastSign: lastSign) }
    }

    /// Returns that a member looks after the dweller of a care circle; nil where they do not, or it cannot be learnt.
    func help(by member: CircleMemberView, in circle: CircleView) async -> CareAlertView? {
        guard circle.kind == .care, member.role == .member, let name = member.displayName,
            let dweller = try? await device.careOverview().dwellers.first(where: { $0.circle == circle.id })
        else { return nil }
        return await unresolvedAlerts(about: dweller).first { $0.state == .acknowledged && $0.endedBy == name }
    }

    /// Says that nobody looks after the dweller any more once the member is out of the circle who does so now.
    func warn(ofHelpLost alert: CareAlertView, by member: CircleMemberView, in circle: CircleView) {
        let dweller = circle.members.first { $0.role == .dweller }
        let since = alert.endedAt.map { " since \(clock.text($0))" } ?? ""
        let helper = member.isSelf ? "You have" : "\(member.shownName) has"
        let whom = dweller.map { $0.isSelf ? "you" : $0.shownName } ?? "the dweller"
        let kind = Language.english.text(alert.kind.shown)
        Terminal.remark(
            """
            \(helper) been looking after \(whom)\(since), because of an alert (\(kind)) of which nobody has \
            said that it is over. Then nobody does: the others are told so, and a recent alert begins again. If it is \
            over, say so first: reveille care resolve\(profileFlag) \(alert.id)
            """
        )
    }

    /// Returns what became of an alert whose helper is out of the circle now; empty where that cannot be learnt.
    func aftermath(ofHelpLost alert: CareAlertView) async -> String {
        guard let dweller = try? await device.careOverview().dwellers.first(where: { $0.circle == alert.circle }) else {
            return ""
        }
        return dweller.alerts.contains { $0.continues == alert.id }
            ? " The alert that they had acknowledged begins again."
            : " Nobody looks after the alert that they had acknowledged."
    }
}

extension CareAlertView {
    /// Whether it has ended without anybody's word that it is over.
    var waitsForWord: Bool {
        (state == .acknowledged || state == .unanswered) && resolvedAt == nil && leftAt == nil
    }

    /// Whether nothing says that it is over: neither somebody's word nor, long after it, a sign of life.
    func isUnresolved(at now: Instant, lastSign: Instant?) -> Bool {
        guard waitsForWord, let endedAt else { return false }
        return now - endedAt < CareLimits.settling || (lastSign ?? endedAt) <= endedAt
    }
}
