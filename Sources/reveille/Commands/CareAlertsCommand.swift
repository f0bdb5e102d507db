import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille care alerts`: shows or sets whether the alerts of a care circle reach the user.
struct CareAlertsCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Show whether alerts of a care circle ring you, or switch them off for a while.",
        discussion: """
            The dweller and the other members see that you are not told, and until when. Muting the dweller with \
            'reveille consent' leaves alerts alone.

            An alert that was open before you switch alerts on may not ring you: act on it at once.

            Examples:
              reveille care alerts --off --in 8h
              reveille care alerts --on
            """
    )

    @Argument(help: "The circle's id, or its first characters; without one, your only care circle.")
    var circle: String?

    @Flag(help: "Alerts do not ring you, until --in or --at, or until you switch them on.")
    var off = false

    @Flag(help: "Alerts ring you again.")
    var on = false

    @OptionGroup
    var time: DueTimeOptions

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if on, off { throw ValidationError("Give --on or --off, not both.") }
        if !off, time.at != nil || time.delay != nil { throw ValidationError("--in and --at go with --off.") }
    }

    func run(in session: DeviceSession) async throws {
        let id = try await session.careCircle(circle)
        var view = try await session.device.circle(id)
        guard let own = view.members.first(where: \.isSelf), own.role == .member else {
            throw CommandFailure(.alertsAboutUser(circle: view.name), in: session.language)
        }
        if on || off {
            let end = try await session.time(of: time)?.instant
            let change = MemberChange(alerts: on ? .on : .off(until: end))
            view = try await session.device.change(own.person, of: id, change)
        }
        guard !output.json else { return Terminal.say(view.json) }
        let (clock, language) = (session.readersClock.stopped, session.language)
        for member in view.members where member.role == .member {
            Terminal.say(member.alertsSentence(clock) ?? member.toldSentence(in: language))
        }
        if view.members.allSatisfy({ !$0.mayBeTold(at: clock.relayNow) }) {
            Terminal.say(language.text(.listCareUntold, [.circle: view.name.asForeign]))
        }
        guard let overview = try? await session.device.careOverview() else {
            let command = "reveille care overview\(session.profileFlag)"
            return Terminal.remark(language.text(.listCareStillUnknown, [.link: command]))
        }
        for line in overview.openAlerts(of: id, switchedOn: on, flag: session.profileFlag, clock) { Terminal.say(line) }
    }
}

extension CircleMemberView {
    /// Returns that the member is not told of alerts at present, and until when; nil where they are.
    func alertsSentence(_ clock: LocalClock) -> String? {
        guard case .off(let end) = alerts, alerts?.isOn(at: clock.relayNow) == false else { return nil }
        var values: [Placeholder: String] = [.person: shownName]
        guard let end else { return clock.language.text(isSelf ? .listCareOffOwn : .listCareOff, values) }
        values[.time] = clock.text(end)
        return clock.language.text(isSelf ? .listCareOffOwnUntil : .listCareOffUntil, values)
    }

    /// Whether the member is told of some alert, as far as the user may know what the dweller lets them know.
    fileprivate func mayBeTold(at now: Instant) -> Bool {
        role == .member && alerts?.isOn(at: now) != false && hasAlertPermission != false
    }

    /// Returns that the member is told of what the dweller lets them know.
    func toldSentence(in language: Language) -> String {
        let (own, other): (TextKey, TextKey) =
            hasAlertPermission == false
            ? (.listCareMemberNoneOwn, .listCareMemberNone) : (.listCareMemberOnOwn, .listCareMemberOn)
        return language.text(isSelf ? own : other, [.person: shownName])
    }

    /// Whether the dweller lets the member know of some kind of alert; nil where the user may not know that.
    private var hasAlertPermission: Bool? {
        permissions.map { given in CareSignal.Kind.allCases.contains { given.contains(.alert($0)) } }
    }
}
