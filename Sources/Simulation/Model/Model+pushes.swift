import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

extension Model {
    /// Checks a push at the moment at which it is handed to the gateway.
    func checkStart(of flight: SendAttempt) {
        guard let alarm = flight.alarm else { return fail("a push that no phone can read was sent") }
        guard let committed = self.alarm(alarm.id) else { return fail("a push tells of an alarm that nobody set") }
        let what = "\(alarm.stage.rawValue) of \(named(alarm.id))"
        guard let row = committed.deliveries[flight.id] else {
            // A final push before a pair ends, or to a device that is removed, has no outbox row.
            let isRemoved = flight.device.flatMap { world.phones[$0] }?.isRemoved ?? false
            return check(
                alarm.stage.stage == .cancel && (committed.row.alarm.state == .cancelled || isRemoved),
                "a \(what) was sent that was never ordered"
            )
        }
        guard let look = flight.life.looks[flight.id] else {
            return fail("a \(what) was sent without a last look")
        }
        check(
            row.order.stage == alarm.stage.stage && row.order.revision == alarm.revision,
            "a \(what) tells something else than was ordered"
        )
        check(look.reading < row.order.deadline, "a \(what) was sent after its deadline")
        checkDuplicates(of: flight, row, of: alarm.id, look)
        checkLinked(flight, row, committed, look)
        checkCareStart(of: flight, row, committed, look)
        checkFamilyStart(of: flight, row, committed, look)
        checkAccount(flight, row, committed, look)
        guard row.order.stage.asksForAction else { return }
        check(look.epoch == row.order.epoch && !look.isFinal, "a \(what) was sent that was made for an earlier epoch")
        if let told = committed.told, row.order.epoch < told.epoch {
            let isElsewhere = flight.life.node != told.life.node && look.version < told.version
            check(isElsewhere, "a \(what) started after somebody was told that it was over")
        }
        guard row.order.stage == .ring else { return }
        check(
            latestReading >= committed.notBefore || row.order.epoch < committed.row.alarm.epoch,
            "a \(what) starts early"
        )
        if world.profile.hasTrueClocks, row.order.epoch == committed.row.alarm.epoch {
            check(
                world.now >= committed.notBefore,
                "a \(what) starts \((committed.notBefore - world.now).milliseconds) ms early"
            )
        }
    }

    /// Checks that a push is repeated only if its sender could not know that it had arrived.
    func checkDuplicates(of flight: SendAttempt, _ row: DeliveryRow, of alarm: AlarmID, _ look: PreSendRead) {
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(alarm))"
        check(look.row.state == .leased, "\(what) was sent although it was \(look.row.state.rawValue)")
        for earlier in world.sendAttempts where earlier.id == flight.id {
            let isLong = world.now - earlier.startedAt >= .seconds(40)
            if wasTakenOver(earlier) {
                count(.sentAgain)
            } else if earlier.isUnderWay {
                let hasStep = clockDisturbed.map { $0 >= earlier.startedAt - .seconds(60) } ?? false
                check(isLong || hasStep || hasOvertaken(earlier), "\(what) was sent twice at once")
            } else if let answeredAt = earlier.answeredAt, earlier.processedAt != nil, !earlier.isDoubtful,
                !earlier.life.isOver, earlier.returned == nil
            {
                // The sender may be recording the result, or may have failed to.
                let hasStep = clockDisturbed.map { $0 >= earlier.startedAt - .seconds(60) } ?? false
                let isBeingWritten = (isLong || hasStep) && world.now < recordingEnd(after: answeredAt)
                check(
                    isBeingWritten || earlier.life.failedAt >= answeredAt,
                    "\(what) was sent again although its sender knew that it had arrived"
                )
            }
        }
        let recorded = row.state == .accepted && look.version >= version
        check(!recorded, "\(what) was sent again although its arrival was written down")
    }

    /// When a result that came at `answer` is recorded at the latest, unless the store fails: after 20 s, not counting
    /// those in which every machine sleeps.
    func recordingEnd(after answer: Instant) -> Instant {
        let end = answer + .seconds(20)
        guard let sleep, sleep.from >= answer, sleep.from < end else { return end }
        return end + sleep.length
    }

    /// Whether a delivery was refused for good; an address that has died is a phone's no longer, and says nothing of
    /// its next one.
    func wasRefused(_ row: DeliveryRow) -> Bool {
        world.sendAttempts.contains { flight in
            guard flight.id == row.order.id else { return false }
            switch flight.returned ?? flight.verdict {
            case .rejected: return true
            case .addressDead: return row.order.destination.device == nil
            case .accepted, .retry: return false
            }
        }
    }

    /// Whether an attempt began while an attempt before it took so long that its lease had ended: the result of the
    /// first may release the delivery while the second is under way.
    private func hasOvertaken(_ flight: SendAttempt) -> Bool {
        world.sendAttempts.contains { first in
            first.id == flight.id && flight.startedAt - first.startedAt >= .seconds(40)
                && first.answeredAt.map { $0 > flight.startedAt } ?? first.isUnderWay
        }
    }
}
