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
    func warn(ofHelpLost alert: CareAlertView, by member: CircleMemberView, in circle: CircleView) async {
        let audience = try? await device.careOverview().dwellers.first { $0.circle == circle.id }?.audience
        let isTold = circle.mayTell(of: alert.kind, besides: member, audience: audience, at: clock.relayNow)
        Terminal.remark(alert.helpLost(by: member, in: circle, whichIsTold: isTold, flag: profileFlag, readersClock))
    }

    /// Returns what became of an alert whose helper is out of the circle now; nil where that cannot be learnt.
    func aftermath(ofHelpLost alert: CareAlertView) async -> String? {
        guard let dweller = try? await device.careOverview().dwellers.first(where: { $0.circle == alert.circle }) else {
            return nil
        }
        let begins = dweller.alerts.contains { $0.continues == alert.id }
        return language.text(begins ? .answerHelpAgain : .answerHelpNobody)
    }
}

extension CareAlertView {
    /// That nobody looks after the dweller any more once the member is out of the circle who does so now.
    ///
    /// - Parameters:
    ///   - member: the member, who has acknowledged the alert.
    ///   - circle: the circle.
    ///   - isTold: whether anybody else in it may be told so.
    ///   - flag: the option by which a command names this profile.
    ///   - clock: the clock of this machine.
    /// - Returns: three sentences.
    func helpLost(
        by member: CircleMemberView,
        in circle: CircleView,
        whichIsTold isTold: Bool,
        flag: String,
        _ clock: LocalClock
    ) -> String {
        let language = clock.language
        let dweller = circle.members.first { $0.role == .dweller }
        let whom = dweller.map { $0.isSelf ? language.text(.listenYou) : $0.shownName }
        var values: [Placeholder: String] = [
            .helper: member.shownName, .person: whom ?? language.text(.answerHelpDweller),
            .reason: language.text(kind.shown),
        ]
        let helps: TextKey
        if let endedAt {
            values[.time] = clock.text(endedAt)
            helps = member.isSelf ? .answerHelpOwnSince : .answerHelpOtherSince
        } else {
            helps = member.isSelf ? .answerHelpOwn : .answerHelpOther
        }
        let said = language.text(helps, values)
        values[.link] = "reveille care resolve\(flag) \(id)"
        return language.joining(said, language.text(isTold ? .answerHelpLost : .answerHelpLostLast, values))
    }
}

extension CircleView {
    /// Whether somebody else in this care circle may be told of an alert of a kind once a member is out of it.
    ///
    /// A member does not see of which alerts the others may know, only how many are told of any.
    ///
    /// - Parameters:
    ///   - kind: the kind of signal.
    ///   - member: the member.
    ///   - audience: the number of members who are told of some kind of alert now; nil where it is not known.
    ///   - now: the present, by the relay's clock.
    /// - Returns: false where it is sure that nobody is told.
    func mayTell(
        of kind: CareSignal.Kind,
        besides member: CircleMemberView,
        audience: Int?,
        at now: Instant
    ) -> Bool {
        let others = members.filter { other in
            other.person != member.person && other.role == .member && other.alerts?.isOn(at: now) != false
                && other.permissions?.contains(.alert(kind)) != false
        }
        guard !others.isEmpty else { return false }
        guard let audience else { return true }
        let isCounted =
            member.alerts?.isOn(at: now) != false
            && CareSignal.Kind.allCases.contains { member.permissions?.contains(.alert($0)) ?? false }
        return audience > (isCounted ? 1 : 0)
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
