import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

extension Model {
    /// Checks a push at the moment at which it is handed to the gateway.
    func checkStart(of flight: Flight) {
        guard let alarm = flight.alarm else { return fail("a push that no phone can read was sent") }
        guard let mirror = self.alarm(alarm.id) else { return fail("a push tells of an alarm that nobody set") }
        let what = "\(alarm.stage.rawValue) of \(named(alarm.id))"
        guard let row = mirror.deliveries[flight.id] else {
            // A last push before a pair ends stands for no row.
            return check(
                alarm.stage.stage == .cancel && mirror.row.alarm.state == .cancelled,
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
        checkCareStart(of: flight, row, mirror, look)
        checkFamilyStart(of: flight, row, mirror, look)
        guard row.order.stage.rouses else { return }
        check(look.epoch == row.order.epoch && !look.isFinal, "a \(what) was sent that was made for an earlier epoch")
        if let told = mirror.told, row.order.epoch < told.epoch {
            let isElsewhere = flight.life.node != told.life.node && look.version < told.version
            check(isElsewhere, "a \(what) started after somebody was told that it was over")
        }
        guard row.order.stage == .ring else { return }
        check(latestReading >= mirror.notBefore || row.order.epoch < mirror.row.alarm.epoch, "a \(what) starts early")
        if world.profile.hasTrueClocks, row.order.epoch == mirror.row.alarm.epoch {
            check(
                world.now >= mirror.notBefore,
                "a \(what) starts \((mirror.notBefore - world.now).milliseconds) ms early"
            )
        }
    }

    /// A push is sent again only where its sender could not know that it had arrived.
    func checkDuplicates(of flight: Flight, _ row: DeliveryRow, of alarm: AlarmID, _ look: Look) {
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(alarm))"
        check(look.row.state == .leased, "\(what) was sent although it was \(look.row.state.rawValue)")
        for earlier in world.flights where earlier.id == flight.id {
            let isLong = world.now - earlier.startedAt >= .seconds(40)
            if earlier.isUnderWay {
                let hasStep = clockDisturbed.map { $0 >= earlier.startedAt - .seconds(60) } ?? false
                check(isLong || hasStep, "\(what) was sent twice at once")
            } else if let answeredAt = earlier.answeredAt, earlier.processedAt != nil, !earlier.isDoubtful,
                !earlier.life.isOver
            {
                // Its sender may be at writing it down, or have tried in vain.
                let isBeingWritten = isLong && world.now - answeredAt < .seconds(20)
                check(
                    isBeingWritten || earlier.life.failedAt >= answeredAt,
                    "\(what) was sent again although its sender knew that it had arrived"
                )
            }
        }
        let recorded = row.state == .accepted && look.version >= version
        check(!recorded, "\(what) was sent again although its arrival was written down")
    }
}
