import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// Follows a device that was linked to a person, or removed.
    func followLink(_ request: DeviceRequest, _ snapshot: any Snapshot) throws {
        guard case .link(let step) = request.kind else { return }
        let what = "?\(request.number), \(world.describe(request))"
        switch step {
        case .acknowledge(_, let inviter):
            // The invite may have ended before.
            guard request.isDone, !request.phone.isRemoved, !inviter.isRemoved else { return }
            let owner = try snapshot.device(request.phone.id)?.person
            check(owner == inviter.person, "\(what) was answered, and the device is another person's")
            guard request.phone.linkedWith == nil else { return }
            request.phone.linkedWith = version
            request.phone.person = inviter.person
            for index in world.couples.indices where world.couples[index].receivers.contains(where: { $0 === inviter })
            {
                world.couples[index].receivers.append(request.phone)
            }
            count(.deviceLinked)
        case .remove(let phone):
            guard request.isDone, !phone.isRemoved else { return }
            phone.isRemoved = true
            for index in world.couples.indices { world.couples[index].receivers.removeAll { $0 === phone } }
            count(.deviceRemoved)
        case .create, .claim, .answer, .confirm: break
        }
    }

    /// Records that somebody was told that a device is removed.
    func promiseLink(_ request: DeviceRequest) {
        guard case .link(.remove(let phone)) = request.kind, let commit = request.commit, phone.isRemoved else {
            return
        }
        phone.promisedSilence = phone.promisedSilence ?? (commit.version, commit.life)
    }

    /// Checks that nothing is sent to a device after somebody was told that it is removed.
    func checkLinked(_ flight: SendAttempt, _ row: DeliveryRow, _ committed: CommittedAlarm, _ look: PreSendRead) {
        guard let phone = row.order.destination.device.flatMap({ world.phones[$0] }) else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(committed.row.alarm.id))"
        checkPromise(phone.promisedSilence, flight, look, "\(what) was sent to a device that was removed")
        guard row.order.stage == .ring, let linked = phone.linkedWith, linked > 0 else { return }
        count(.linkedRung)
    }
}
