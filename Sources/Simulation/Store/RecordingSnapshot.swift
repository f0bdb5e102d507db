import AlarmCore
import Storage

/// Reads what another snapshot reads, and keeps in mind what a node looked at before it sends a delivery.
class WatchedSnapshot: PassingSnapshot {
    let reader: any Snapshot
    let world: Simulation
    let life: Life

    init(_ reader: any Snapshot, world: Simulation, life: Life) {
        self.reader = reader
        self.world = world
        self.life = life
    }

    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        guard let row = try reader.delivery(id, of: alarm) else { return nil }
        let alarm = try reader.alarm(key: row.alarm)?.alarm
        life.looks[id] = Look(
            version: world.model.version,
            reading: life.lastReading,
            row: row,
            epoch: alarm?.epoch,
            isFinal: alarm?.state.isFinal ?? true
        )
        return row
    }
}
