import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Model {
    /// Checks a push or text message that is about to be sent to a member of a care circle.
    func checkCareStart(of flight: SendAttempt, _ row: DeliveryRow, _ committed: CommittedAlarm, _ look: PreSendRead) {
        guard let household = household(in: committed.row.circle) else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(committed.row.alarm.id))"
        let destination = row.order.destination
        guard row.order.stage == .alert || row.order.stage == .alertEnded else { return }
        guard let member = household.member(at: destination) else {
            // The dweller is told what became of an alert after it was acknowledged.
            if row.order.stage == .alertEnded, household.phones.contains(where: { .device($0.id) == destination }) {
                return
            }
            return fail("\(what) was sent to somebody who is not in the circle")
        }
        if destination.medium == .call {
            count(.memberCalled)
            check(member.takesCalls(at: look.version), "\(what) calls a member who does not want that")
            checkPromise(member.promisedNoCalls, flight, look, "\(what) calls a member who took that back")
            check(row.order.stage == .alert, "\(what) calls a member who need do nothing")
            if world.profile.hasTrueClocks {
                check(
                    world.now >= row.createdAt + .minutes(2),
                    "\(what) calls a member before they could answer the text message"
                )
            }
        } else if destination.device == nil {
            count(.memberTexted)
        }
        if destination.device == nil {
            check(member.takesTexts(at: look.version), "\(what) was sent to a telephone that was not confirmed")
            checkPromise(member.promisedNoTexts, flight, look, "\(what) was sent to a telephone that was taken back")
        }
        guard row.order.stage == .alert, let kind = kind(of: committed.row, in: household) else {
            let isThere = member.standing(at: look.version).permissions != nil
            return check(isThere || row.order.stage == .alert, "\(what) was sent to somebody who has left the circle")
        }
        check(member.mayKnow(of: kind, at: look.version), "\(what) was sent to a member who may not know of it")
        checkPromise(member.promisedSilence[kind], flight, look, "\(what) was sent to a member who was to hear no more")
        checkStands(row, committed, flight, look, what)
        guard world.profile.hasTrueClocks, row.order.epoch == committed.row.alarm.epoch else { return }
        check(world.now >= committed.notBefore, "\(what) was sent before the countdown was over")
    }

    /// Checks that a letter is not sent once its alarm has ended or moved on to a later epoch.
    func checkStands(
        _ row: DeliveryRow,
        _ committed: CommittedAlarm,
        _ flight: SendAttempt,
        _ look: PreSendRead,
        _ what: String
    ) {
        check(look.epoch == row.order.epoch && !look.isFinal, "\(what) was sent after it was over")
        guard let told = committed.told, row.order.epoch < told.epoch else { return }
        checkPromise(
            (told.version, told.life),
            flight,
            look,
            "\(what) was sent after somebody had been told that it is over"
        )
    }

    /// Checks that no delivery starts after an answer that ruled it out, unless another node read the store before.
    func checkPromise(
        _ promise: (version: Int, life: NodeProcess)?,
        _ flight: SendAttempt,
        _ look: PreSendRead,
        _ what: @autoclosure () -> String
    ) {
        guard let promise else { return }
        check(flight.life.node != promise.life.node && look.version < promise.version, what())
    }

    /// Checks that no delivery to a member ended without a reason.
    func checkCareEnd(of row: DeliveryRow, _ committed: CommittedAlarm, _ commit: Commit) {
        guard row.order.stage == .alert || row.order.stage == .alertEnded,
            let household = household(in: commit.row.circle), let member = household.member(at: row.order.destination)
        else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(commit.row.alarm.id))"
        let since = committed.versions[row.order.id] ?? 0
        let hasLostTexts =
            row.order.destination.device == nil
            && (!member.takesTexts(at: since) || member.words.contains { $0.version > since }
                || row.order.destination.medium == .call
                    && (!member.takesCalls(at: since) || member.wishes.contains { $0.version > since }))
        let hasLeft = !(member.standing(at: version).permissions != nil)
        switch row.state {
        case .refused:
            let isRefused = wasRefused(row)
            let isAway = row.order.destination.device.map {
                !((try? commit.snapshot.device($0))??.isReachable ?? false)
            }
            check(isRefused || isAway ?? hasLostTexts, "\(what) was given up, and nobody refused it")
        case .expired:
            check(commit.decidedAt >= row.order.deadline - .minutes(30), "\(what) was given up before its time")
        case .superseded:
            let kind = kind(of: commit.row, in: household) ?? .inactivity
            let mayKnow =
                member.mayKnow(of: kind, at: since)
                && !member.standings.contains { $0.version > since && $0.permissions?.contains(.alert(kind)) != true }
            let isOver = row.order.stage == .alert && (row.order.epoch < commit.row.alarm.epoch || !mayKnow)
            check(
                isOver || hasLeft || hasLostTexts || isReplaced(row, commit, household),
                "\(what) was dropped, and nothing had ended it"
            )
        case .pending, .leased, .accepted: break
        }
    }

    /// Whether what a member has yet to hear of an alert is replaced, in the same commit, by what became of it.
    ///
    /// Whoever answers the alert that goes on from it knows.
    private func isReplaced(_ row: DeliveryRow, _ commit: Commit, _ household: SimulatedCareCircle) -> Bool {
        let destination = row.order.destination
        guard row.order.stage == .alertEnded, let request = commit.request else { return false }
        if household.member(at: destination)?.phone === request.phone { return true }
        let live = (try? commit.snapshot.liveAlarms(of: household.id, limit: .max)) ?? []
        let known = inOrder.map(\.row).filter { $0.circle == household.id }
        return Set((live + known).map(\.key)).contains { key in
            let deliveries = key < commit.row.key ? [] : (try? commit.snapshot.deliveries(of: key)) ?? []
            return deliveries.contains { new in
                (new.order.stage == .alert || new.order.stage == .alertEnded) && new.order.destination == destination
                    && alarms[key]?.deliveries[new.order.id] == nil
            }
        }
    }

    /// The destinations to which the news of an earlier alert of the circle was dropped, since a later one tells them, or
    /// said that it begins again as a later one, whose end they hear.
    func concerned(before row: AlarmRow, in household: SimulatedCareCircle) -> Set<Destination> {
        let alarms = inOrder.filter { $0.row.circle == household.id && $0.row.key <= row.key }
        let beginnings = Set(alarms.map(\.row.acceptedAt))
        let told = alarms.filter { $0.row.key < row.key }.flatMap(\.deliveries.values).filter { delivery in
            delivery.order.stage == .alertEnded
                && (delivery.state == .superseded || beginnings.contains(delivery.createdAt))
        }
        return Set(told.map(\.order.destination))
    }
}
