import AlarmCore
import AlarmWire
import GatewaySimulator

/// Records in a ledger what reaches the gateway.
struct GatewayLedgerRecorder: Sendable {
    let gateway: GatewaySimulator
    let ledger: SharedLedger

    /// Listens until the gateway is shut down or the task is cancelled; `heard` is called for each new ring.
    func listen(_ heard: @Sendable (ReceivedPush, AlarmID) -> Void = { _, _ in }) async {
        for await push in gateway.receivedPushes() {
            guard push.isAccepted, let alarm = try? ReceivedAlarmPush(payload: push.payload).alarm,
                let stage = alarm.stage.stage, stage.asksForAction
            else { continue }
            let noted = Ledger.Push(
                name: push.messageID,
                rings: stage == .ring,
                at: push.receivedAt,
                connection: push.connection,
                isLate: alarm.isLate
            )
            let isNew = ledger.ask { ledger in !ledger.knows(noted, of: alarm.id) }
            ledger.note { $0.pushed(alarm.id, noted) }
            if stage == .ring, isNew { heard(push, alarm.id) }
        }
    }
}
