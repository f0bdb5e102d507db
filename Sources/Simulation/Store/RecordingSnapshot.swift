import AlarmCore
import Storage

/// A snapshot that records what a node reads of a delivery before it sends it.
class RecordingSnapshot: ForwardingSnapshot {
    let reader: any Snapshot
    let world: Simulation
    let life: NodeProcess

    init(_ reader: any Snapshot, world: Simulation, life: NodeProcess) {
        self.reader = reader
        self.world = world
        self.life = life
    }

    // Here, so that a mutant can override it.
    func device(_ id: DeviceID) throws -> Device? { try reader.device(id) }
    func devices(of person: PersonID) throws -> [Device] { try reader.devices(of: person) }
    func alarm(_ id: AlarmID) throws -> AlarmRow? { try reader.alarm(id) }
    func blindIntervals(limit: Int) throws -> [BlindInterval] { try reader.blindIntervals(limit: limit) }

    /// A store that several nodes share has a clock of its own, which shows the true time.
    func ownTime() throws -> Instant? { world.profile.nodes > 1 ? world.now : nil }

    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        guard let row = try reader.delivery(id, of: alarm) else { return nil }
        let alarm = try reader.alarm(key: row.alarm)?.alarm
        life.looks[id] = PreSendRead(
            version: world.model.version,
            reading: life.lastReading,
            row: row,
            epoch: alarm?.epoch,
            isFinal: alarm?.state.isFinal ?? true
        )
        return row
    }
}
