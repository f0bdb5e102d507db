import AlarmCore
import AlarmWire
import Delivery

extension Simulation {
    /// Delivers an accepted push to its phone.
    func hand(_ flight: SendAttempt, to phone: Phone) {
        plan(in: roll(1, in: 20) ? span(1000...60_000) : span(20...800)) { [unowned self] in
            guard phone.address == flight.address, phone.seen.insert(flight.id).inserted,
                let push = flight.alarm
            else { return }
            hear(push, on: phone)
        }
    }

    private func hear(_ push: AlarmPush, on phone: Phone) {
        let old = phone.known[push.id]
        guard push.revision >= old?.revision ?? 0 else { return }
        switch push.stage.stage {
        case .handoff:
            if old?.revision != push.revision {
                phone.known[push.id] = Phone.Known(revision: push.revision, due: push.time)
            }
            if roll(1, in: 3) { report(.received, of: push.id, revision: push.revision, from: phone) }
            if push.time > now, roll(3, in: 4) {
                plan(in: span(100...3000)) { [unowned self] in arm(push.id, revision: push.revision, on: phone) }
            }
        case .ring:
            var known = Phone.Known(revision: push.revision, due: push.time)
            known.isArmed = old?.revision == push.revision && old?.isArmed == true
            phone.known[push.id] = known
            ring(push.id, revision: push.revision, on: phone)
        case .alert:
            if let household = household(of: phone), let member = household.member(at: .device(phone.id)) {
                hear(push.id, member)
            }
        case .cancel:
            phone.known[push.id] = nil
        default:
            break
        }
    }

    func arm(_ id: AlarmID, revision: Int, on phone: Phone) {
        guard let known = phone.known[id], known.revision == revision, !known.isArmed, known.due > now else { return }
        phone.known[id]?.isArmed = true
        report(.armed, of: id, revision: revision, from: phone)
        plan(at: known.due) { [unowned self] in
            guard let known = phone.known[id], known.revision == revision, known.isArmed else { return }
            ring(id, revision: revision, on: phone)
        }
    }

    private func ring(_ id: AlarmID, revision: Int, on phone: Phone) {
        guard let known = phone.known[id], known.revision == revision, !known.isRinging else { return }
        phone.known[id]?.isRinging = true
        if roll(4, in: 5) { report(.ringing, of: id, revision: revision, from: phone) }
        plan(in: roll(1, in: 4) ? span(0...3000) : span(1000...100_000)) { [unowned self] in
            guard let known = phone.known[id], known.revision == revision, known.isRinging else { return }
            answerPerson(id, revision: revision, on: phone)
        }
    }

    /// Plans what a person does with a ringing alarm.
    private func answerPerson(_ id: AlarmID, revision: Int, on phone: Phone) {
        switch draw(0...9) {
        case 0...3:
            phone.known[id] = nil
            report(.acknowledged, of: id, revision: revision, from: phone)
        case 4:
            phone.known[id] = nil
            report(.dismissed, of: id, revision: revision, from: phone)
        case 5...7:
            phone.known[id]?.isRinging = false
            report(.snoozed, of: id, revision: revision, from: phone)
        default:
            break
        }
    }

    /// Has a phone report an event; now and then for a stale revision.
    func report(_ report: AlarmReceipt.Report, of id: AlarmID, revision: Int, from phone: Phone) {
        let told = revision > 1 && roll(1, in: 25) ? revision - 1 : revision
        let until = report == .snoozed && roll(3, in: 4) ? now + span(1000...600_000) : nil
        ask(.report(id, Receipt(report: report, revision: told, at: now, until: until)), from: phone)
    }
}
