import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import Testing
import Wording

@testable import reveille

@Suite("Which alert is meant, and which others are open")
struct CareChoiceTests {
    private let noon = Instant(seconds: 1_800_000_000)

    private var clock: LocalClock {
        var clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
        let noon = noon
        clock.relay = RelayTime({ noon }, offset: .zero)
        return clock
    }

    private func alert(_ number: UInt64, _ kind: CareSignal.Kind, _ state: CareAlertView.State) -> CareAlertView {
        CareAlertView(
            id: DocumentID(high: 1, low: number),
            circle: CircleID(high: 1, low: 2),
            kind: kind,
            state: state,
            at: noon,
            audience: 1,
            notice: "-"
        )
    }

    private func dweller(_ alerts: [CareAlertView], isSelf: Bool = false) -> CareDwellerView {
        CareDwellerView(
            circle: CircleID(high: 1, low: 2),
            circleName: "Nest",
            name: "Gran",
            isSelf: isSelf,
            status: nil,
            alerts: alerts
        )
    }

    @Test("Another one's acknowledged alert is not called over unnamed while a fall stands unanswered")
    func resolving() {
        let (call, fall) = (alert(1, .manual, .acknowledged), alert(2, .fall, .alerting))
        let reading = alert(3, .glucose, .unanswered)
        #expect(CareAlertChoice(resolving: [call], besides: [], own: []) == .one(call.id))
        #expect(CareAlertChoice(resolving: [call], besides: [fall], own: []) == .several)
        #expect(CareAlertChoice(resolving: [call], besides: [fall], own: [call.id]) == .one(call.id))
        #expect(CareAlertChoice(resolving: [call, reading], besides: [], own: []) == .several)
        #expect(CareAlertChoice(resolving: [call, reading], besides: [], own: [call.id]) == .one(call.id))
        #expect(CareAlertChoice(resolving: [], besides: [fall], own: []) == .nothing)
    }

    @Test("Of several alerts each is named by its kind, its time and what became of it")
    func choices() {
        var call = alert(1, .manual, .acknowledged)
        call.endedBy = "Cyn"
        let (fall, time) = (alert(2, .fall, .alerting), clock.text(noon))
        let gran = dweller([fall])
        #expect(
            gran.choice(call, flag: " --profile ben", clock)
                == "  \(call.id)  the alert about Gran (a call for help), \(time): acknowledged by Cyn"
        )
        #expect(
            gran.choice(fall, flag: " --profile ben", clock)
                == "  \(fall.id)  the alert about Gran (a possible fall), \(time): nobody has acknowledged it; "
                + "to take it: reveille care ack --profile ben \(fall.id)"
        )
        let own = dweller([fall], isSelf: true).choice(fall, flag: "", clock)
        #expect(own.contains("your alert (a possible fall)"), "\(own)")
        #expect(own.hasSuffix("to call it off: reveille care cancel \(fall.id)"), "\(own)")
    }

    @Test("Whoever has answered one alert reads which others are open still, and how to take them")
    func stillOpen() {
        let (call, fall) = (alert(1, .manual, .alerting), alert(2, .fall, .alerting))
        let time = clock.text(noon)
        func lines(_ dweller: CareDwellerView) -> [String] {
            CareOverview(dwellers: [dweller], notice: "-").stillOpen(besides: call.id, flag: " --profile ben", clock)
        }
        #expect(
            lines(dweller([call, fall])) == [
                "Still open: the alert about Gran (a possible fall), since \(time). Nobody has acknowledged it. "
                    + "To take it: reveille care ack --profile ben \(fall.id)"
            ]
        )
        #expect(
            lines(dweller([call, fall], isSelf: true)) == [
                "Still open: your alert (a possible fall), since \(time). If you are well, call it off: "
                    + "reveille care cancel --profile ben \(fall.id)"
            ]
        )
        #expect(lines(dweller([call])).isEmpty)
        #expect(lines(dweller([alert(4, .fall, .counting)])).count == 1, "it was open to them before")
    }

    @Test("Whoever switches alerts on or off reads which alerts are open, and that nobody may ring for one")
    func switching() {
        let call = alert(1, .manual, .alerting)
        func lines(_ call: CareAlertView, on: Bool) -> [String] {
            CareOverview(dwellers: [dweller([call])], notice: "-")
                .openAlerts(of: call.circle, switchedOn: on, flag: " --profile ben", clock)
        }
        let open =
            "Still open: the alert about Gran (a call for help), since \(clock.text(noon)). Nobody has acknowledged "
            + "it. To take it: reveille care ack --profile ben \(call.id)"
        let late = "Act now and do not wait for a ring: an alert that was open before may not ring you."
        #expect(lines(call, on: true) == [open, late])
        #expect(lines(call, on: false) == [open])
        var untold = call
        untold.audience = 0
        #expect(
            lines(untold, on: false) == [
                open, "At present nobody is told of this: call somebody yourself, or the local emergency number.",
            ]
        )
        let other = CareOverview(dwellers: [dweller([call])], notice: "-")
        #expect(other.openAlerts(of: CircleID(high: 9, low: 9), switchedOn: true, flag: "", clock).isEmpty)
        #expect(lines(alert(1, .manual, .counting), on: true) == [open, late], "it was open to them before")
    }

    @Test("Whoever was told that an alert is open hears once who took it, and that it is over")
    func awaited() {
        var fall = alert(2, .fall, .acknowledged)
        let known = AwaitedAlert(
            title: "the alert about Gran (a possible fall)",
            circle: fall.circle,
            kind: .fall
        )
        (fall.endedBy, fall.endedAt) = ("Tom", noon)
        let time = clock.timeOfDay(noon)
        #expect(
            known.news(of: fall, own: "Ben", clock)
                == "The alert about Gran (a possible fall) needs no answer here any more: "
                + "Tom has looked after it since \(time)."
        )
        let followed = known.following(fall, at: noon)
        #expect(followed?.news(of: fall, own: "Ben", clock) == nil, "it was said")
        (fall.resolvedBy, fall.resolvedAt) = ("Tom", noon)
        #expect(
            followed?.news(of: fall, own: "Ben", clock) == "The alert about Gran (a possible fall) is over, says Tom."
        )
        #expect(followed?.news(of: fall, own: "Tom", clock) == nil, "whoever said so knows")
        #expect(known.following(fall, at: noon) == nil)
        #expect(followed?.followedUntil == noon + CareLimits.settling)
    }

    @Test("Of an alert that is not shown any more it is said that it is over only to whoever may know of it")
    func hidden() throws {
        let fall = alert(2, .fall, .alerting)
        let known = AwaitedAlert(
            title: "the alert about Gran (a possible fall)",
            circle: fall.circle,
            kind: .fall
        )
        func end(_ permissions: Set<Permission>, _ alerts: [CareAlertView] = []) -> AlertEnd {
            let own = CircleMemberView(
                person: PersonID(high: 1, low: 3),
                isSelf: true,
                role: .member,
                displayName: "Ben",
                since: noon,
                permissions: permissions
            )
            let circle = CircleView(
                Circle(id: fall.circle, kind: .care, since: noon, name: "Nest"),
                members: [own]
            )
            return AlertEnd(of: fall.id, .fall, in: circle, CareOverview(dwellers: [dweller(alerts)], notice: "-"))
        }
        let subject = "The alert about Gran (a possible fall)"
        #expect(known.line(on: end([.alert(.fall)]), .english) == "\(subject) is over.")
        #expect(
            known.line(on: end([.alertManual]), .english)
                == "\(subject) needs no answer here any more: you may not know of it any more, which does not mean "
                + "that it is over."
        )
        var next = alert(3, .fall, .alerting)
        next.continues = fall.id
        #expect(
            known.line(on: end([.alert(.fall)], [next]), .english)
                == "\(subject) begins again: whoever looked after it is not in the circle any more."
        )
        #expect(
            known.line(on: .out(.listenWhyCircleOwn), .english)
                == "\(subject) needs no answer here any more: you have left its circle."
        )
        #expect(Language.english.text(end([.alert(.fall)]).reason) == "it is over")
    }

    @Test("An alert whose helper has left is not said to be looked after by them")
    func left() {
        var fall = alert(2, .fall, .acknowledged)
        (fall.endedBy, fall.endedAt, fall.leftAt) = ("Tom", noon, noon)
        #expect(fall.ending(clock, own: "Ben") == "nobody looks after it any more, and it begins again")
    }

    @Test("Whoever may not know of every kind of alert does not read that none is open")
    func quiet() {
        func circle(_ permissions: Set<Permission>, _ role: Role = .member) -> CircleView {
            let own = CircleMemberView(
                person: PersonID(high: 1, low: 3),
                isSelf: true,
                role: role,
                since: noon,
                permissions: permissions
            )
            return CircleView(
                Circle(id: CircleID(high: 1, low: 2), kind: .care, since: noon, name: "Nest"),
                members: [own]
            )
        }
        var gran = dweller([])
        gran.state = .quiet
        let every = Set(CareSignal.Kind.allCases.map(Permission.alert))
        #expect(gran.sentence(clock, in: circle(every)) == "No alert is open.")
        #expect(gran.sentence(clock, in: circle([], .dweller)) == "No alert is open.")
        #expect(
            gran.sentence(clock, in: circle(every.subtracting([.alert(.fall)])))
                == "No alert is open that you may know of."
        )
    }

    @Test("Alerts that are let ring anew, by the dweller or by oneself, are told from those that rang before")
    func ringingMore() {
        func circle(_ permissions: Set<Permission>, _ alerts: AlertSwitch? = nil) -> CircleView {
            CircleView(
                Circle(id: CircleID(high: 1, low: 2), kind: .care, since: noon, name: "Nest"),
                members: [
                    CircleMemberView(
                        person: PersonID(high: 1, low: 3),
                        isSelf: true,
                        role: .member,
                        displayName: "Ben",
                        since: noon,
                        permissions: permissions,
                        alerts: alerts
                    )
                ]
            )
        }
        let (on, off) = (circle([.alertManual]), circle([.alertManual], .off(until: nil)))
        #expect(on.ringsMore(than: off, at: noon))
        #expect(on.ringsMore(than: nil, at: noon), "a member who has joined")
        #expect(circle([.alertManual, .alert(.fall)]).ringsMore(than: on, at: noon))
        #expect(!on.ringsMore(than: on, at: noon))
        #expect(!on.ringsMore(than: circle([.alertManual, .alert(.fall)]), at: noon))
        #expect(!off.ringsMore(than: on, at: noon))
    }

    @Test("The end of a countdown, and that nobody is told any more, are told with the kind of alert")
    func countdowns() {
        var fall = alert(2, .fall, .alerting)
        #expect(
            fall.passedCountdown(in: .english)
                == "The time is over (a possible fall): your care circle is being told now. You can still call it off."
        )
        fall.audience = 0
        let passed = fall.passedCountdown(in: .english)
        #expect(passed.hasPrefix("The time is over (a possible fall), and at present nobody"))
        #expect(
            fall.untold(in: .english) == "At present nobody of your care circle is told of your alert (a possible "
                + "fall) any more: call somebody yourself, or the local emergency number."
        )
    }

    @Test("A dweller is warned where nobody who could answer has been told, also while others may know of the alert")
    func untold() {
        var (call, fall) = (alert(1, .manual, .alerting), alert(2, .fall, .alerting))
        (call.telling, fall.telling) = (.failed, .underWay)
        func untold(_ alerts: [CareAlertView], isSelf: Bool = true) -> [DocumentID] {
            CareOverview(dwellers: [dweller(alerts, isSelf: isSelf)], notice: "-").untoldAlerts.map(\.id)
        }
        #expect(untold([call, fall]) == [call.id])
        #expect(untold([call], isSelf: false).isEmpty)
        fall.audience = 0
        #expect(untold([call, fall]) == [call.id, fall.id])
        #expect(
            call.untold(in: .english) == "Nobody who could answer your alert (a call for help) has been told of it: "
                + "call somebody yourself, or the local emergency number."
        )
        (call.state, call.telling) = (.counting, nil)
        #expect(untold([call]).isEmpty)
    }

    @Test("A dweller's own alert is told with the end of another one, and each is called off by its id")
    func ownAlerts() {
        let (call, fall) = (alert(1, .manual, .alerting), alert(2, .fall, .alerting))
        let overview = CareOverview(dwellers: [dweller([call, fall], isSelf: true)], notice: "-")
        #expect(overview.ownAlerts == [call.id, fall.id])
        let lines = overview.openAlerts(besides: [call.id], flag: "", clock)
        #expect(lines.count == 1 && lines[0].hasSuffix("reveille care cancel \(fall.id)"), "\(lines)")
        let others = CareOverview(dwellers: [dweller([call])], notice: "-")
        #expect(others.ownAlerts.isEmpty)
    }
}
