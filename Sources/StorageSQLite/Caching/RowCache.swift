internal import AlarmCore
internal import Storage
internal import Synchronization

/// The rows that nearly every request asks for, as they were committed last: devices, the devices of a person, and edges.
///
/// What a transaction changes is barred until the transaction has ended: meanwhile everybody reads it from the database, the
/// writer what it has written, and others what was committed. A reader keeps what it read only if nothing was barred or
/// freed since it began, so that it cannot bring an old row back. Another process that has the database open must not
/// change these tables: the command line adds enrolment codes, and takes reports on letters, which change neither.
final class RowCache: Sendable {
    /// How many rows of a kind are held for certain, once so many were asked for; at most twice as many are.
    ///
    /// 4,096: some five megabytes in all.
    private static let halfCapacity = 4096

    private struct State {
        var devices = Recent<DeviceID, Device>(halfCapacity: RowCache.halfCapacity)
        var households = Recent<PersonID, [Device]>(halfCapacity: RowCache.halfCapacity)
        var edges = Recent<[UInt8], Edge>(halfCapacity: RowCache.halfCapacity)
        var barredDevices: Set<DeviceID> = []
        var barredPersons: Set<PersonID> = []
        var areEdgesBarred = false
        /// Moves with every bar that is set or lifted.
        var age = 0
    }

    private let state = Mutex(State())

    // MARK: For whoever reads

    /// A device, if it is held, and the cache's age, to be given back with what was read instead.
    func lookUp(_ id: DeviceID) -> (device: Device?, age: Int) {
        state.withLock { ($0.devices.value(id), $0.age) }
    }

    /// Keeps a device that was read when the cache had that age.
    func keep(_ device: Device, readAt age: Int) {
        state.withLock { state in
            guard state.age == age, !state.barredDevices.contains(device.id) else { return }
            state.devices.keep(device, for: device.id)
        }
    }

    // MARK: For the writer, alone in changing anything

    /// The device that is held, or what `read` finds.
    func device(_ id: DeviceID, read: () throws -> Device?) rethrows -> Device? {
        if let device = state.withLock({ $0.devices.value(id) }) { return device }
        guard let device = try read() else { return nil }
        state.withLock { if !$0.barredDevices.contains(id) { $0.devices.keep(device, for: id) } }
        return device
    }

    /// The person's devices that are held, or what `read` finds.
    func devices(of person: PersonID, read: () throws -> [Device]) rethrows -> [Device] {
        if let devices = state.withLock({ $0.households.value(person) }) { return devices }
        let devices = try read()
        state.withLock { if !$0.barredPersons.contains(person) { $0.households.keep(devices, for: person) } }
        return devices
    }

    /// The edge that is held, or what `read` finds.
    func edge(_ tokenHash: [UInt8], read: () throws -> Edge?) rethrows -> Edge? {
        if let edge = state.withLock({ $0.edges.value(tokenHash) }) { return edge }
        guard let edge = try read() else { return nil }
        state.withLock { if !$0.areEdgesBarred { $0.edges.keep(edge, for: tokenHash) } }
        return edge
    }

    /// Bars a device, and the devices of these persons, until the transaction has ended.
    func bar(_ device: DeviceID, of persons: [PersonID]) {
        state.withLock { state in
            state.age += 1
            state.barredDevices.insert(device)
            state.devices.forget(device)
            for person in persons {
                state.barredPersons.insert(person)
                state.households.forget(person)
            }
        }
    }

    /// Bars every edge until the transaction has ended.
    func barEdges() {
        state.withLock { state in
            state.age += 1
            state.areEdgesBarred = true
            state.edges.forgetAll()
        }
    }

    /// Lifts all bars: the transaction has been committed or undone.
    func endTransaction() {
        state.withLock { state in
            guard !state.barredDevices.isEmpty || state.areEdgesBarred else { return }
            state.age += 1
            state.barredDevices = []
            state.barredPersons = []
            state.areEdgesBarred = false
        }
    }
}
