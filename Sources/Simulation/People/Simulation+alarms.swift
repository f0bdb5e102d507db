import AlarmCore
import AlarmWire
import Engine
import Sealing
import Storage

extension Simulation {
    /// Plans that somebody sets an alarm, and what people then do about it.
    func planAlarm() {
        let couple = couples[draw(0...couples.count - 1)]
        model.openPlans += 1
        plan(in: span(0...1_200_000)) { [unowned self] in
            model.openPlans -= 1
            let ahead =
                switch draw(0...5) {
                case 0: span(-55_000...0)
                case 1: span(500...30_000)
                case 2, 3: span(60_000...720_000)
                default: span(600_000...5_400_000)
                }
            setAlarm(couple, in: profile.hasSuspends && roll(1, in: 2) ? ahead + .hours(25) : ahead)
        }
    }

    private func setAlarm(_ couple: SimulatedPair, in ahead: Span) {
        guard let token = try? Self.vault.partnerToken(of: couple.pair, heldBy: couple.sender.person),
            let partnerToken = PartnerToken(bytes: token)
        else { return model.fail("a partner token cannot be made") }
        let id = draw { AlarmID.random(using: &$0) }
        model.name(id)
        let due = phoneNow + ahead
        var request = AlarmRequest(id: id, partnerToken: partnerToken, time: AlarmTime(due), message: Self.words)
        if ahead > .seconds(60), roll(2, in: 5) {
            request.time = AlarmTime(Instant(seconds: due.seconds))
            request.timeZone = SimulatedZones.name
            request.rule = drawRule()
        }
        ask(.accept(request), from: couple.sender)
        for _ in 0..<draw(0...2) {
            let moment =
                roll(1, in: 2) ? due + span(-3000...3000) : phoneNow + span(0...max(ahead.milliseconds, 60_000))
            model.openPlans += 1
            plan(at: now + (moment - phoneNow)) { [unowned self] in
                model.openPlans -= 1
                act(on: id)
            }
        }
    }

    /// Draws a rule with several occurrences an hour, so that a simulated night is short.
    private func drawRule() -> RecurrenceRule? {
        let minutes = Set((0...draw(0...2)).map { _ in draw(0...59) })
        return try? RecurrenceRule(
            .daily,
            hours: roll(1, in: 2) ? Array(0...23) : Array(stride(from: 0, to: 24, by: 2)),
            minutes: Array(minutes),
            end: roll(1, in: 2) ? .count(draw(1...5)) : .never
        )
    }

    /// Reading of the phones' clocks: the relay's time where it runs.
    var phoneNow: Instant {
        nodes[0].clock.reading(at: now)
    }

    private static let words: SealedText = {
        guard
            let text = SealedText(
                "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA"
            )
        else { preconditionFailure("the simulation's words have the wrong shape") }
        return text
    }()

    /// Now and then has somebody act at the very moment at which a push is under way.
    func injectTrouble(with id: AlarmID) {
        guard !isHealed, roll(1, in: 14) else { return }
        model.openPlans += 1
        plan(in: span(0...150)) { [unowned self] in
            model.openPlans -= 1
            act(on: id)
        }
    }

    /// Has somebody do something to an alarm.
    private func act(on id: AlarmID) {
        guard !isHealed, let alarm = model.alarm(id), let couple = couples.first(where: { $0.pair == alarm.row.circle })
        else { return }
        let phone = couple.receivers[draw(0...couple.receivers.count - 1)]
        let revision = phone.known[id]?.revision ?? alarm.row.alarm.revision
        switch draw(0...13) {
        case 0...2: ask(.cancel(id), from: couple.sender)
        case 3: ask(.cancel(id), from: phone)
        case 4, 5:
            ask(
                .change(id, AlarmChange(time: AlarmTime(phoneNow + span(-30_000...900_000)), message: Self.words)),
                from: couple.sender
            )
        case 6, 7: ask(.change(id, AlarmChange(sound: "bell")), from: couple.sender)
        case 8: if roll(1, in: 3) { ask(.revoke(couple.pair), from: roll(1, in: 2) ? couple.sender : phone) }
        case 9, 10: report(.acknowledged, of: id, revision: revision, from: phone)
        case 11: report(.dismissed, of: id, revision: revision, from: phone)
        default: report(.snoozed, of: id, revision: revision, from: phone)
        }
    }
}
