internal import AlarmCore
internal import Storage
internal import Synchronization

/// The rows that nearly every request reads, as committed last: devices, the devices of a person, and edges.
///
/// What a transaction changes is barred until the transaction has ended: meanwhile everybody reads it from the database, the
/// writer what it has written, and others what was committed. A reader keeps what it read only if nothing was barred or
/// freed since it began, so that it cannot bring an old row back. Another process that has the database open must not
/// change these tables: the command line adds enrolment codes, and takes reports on letters, which change neither; it
/// rotates keys only while no relay runs.
final class RowCache: Sendable {
    /// The number of rows of a kind that stay cached at least, once enough were requested; at most twice as many do.
    ///
    /// 4,096: some five megabytes in all.
    private static let halfCapacity = 4096

    private struct State {
        var devices = RecentCache<DeviceID, Device>(halfCapacity: RowCache.halfCapacity)
        var households = RecentCache<PersonID, [Device]>(halfCapacity: RowCache.halfCapacity)
        var edges = RecentCache<[UInt8], Edge>(halfCapacity: RowCache.halfCapacity)
        var barredDevices: Set<DeviceID> = []
        var barredPersons: Set<PersonID> = []
        var areEdgesBarred = false
        /// Raised with every bar that is set or lifted.
        var age = 0
    }

    private let state = Mutex(State())

    // MARK: For readers

    /// Returns a device, if cached, and the cache's age, which goes back to ``keep(_:readAt:)`` with a device read
    /// instead.
    func lookUp(_ id: DeviceID) -> (device: Device?, age: Int) {
        state.withLock { ($0.devices.value(id), $0.age) }
    }

    /// Caches a device that was read at the given age of the cache.
    func keep(_ device: Device, readAt age: Int) {
        state.withLock { state in
            guard state.age == age, !state.barredDevices.contains(device.id) else { return }
            state.devices.keep(device, for: device.id)
        }
    }

    // MARK: For the writer, the only one to change rows

    /// Returns the cached device, or what `read` finds.
    func device(_ id: DeviceID, read: () throws -> Device?) rethrows -> Device? {
        if let device = state.withLock({ $0.devices.value(id) }) { return device }
        guard let device = try read() else { return nil }
        state.withLock { if !$0.barredDevices.contains(id) { $0.devices.keep(device, for: id) } }
        return device
    }

    /// Returns the person's cached devices, or what `read` finds.
    func devices(of person: PersonID, read: () throws -> [Device]) rethrows -> [Device] {
        if let devices = state.withLock({ $0.households.value(person) }) { return devices }
        let devices = try read()
        state.withLock { if !$0.barredPersons.contains(person) { $0.households.keep(devices, for: person) } }
        return devices
    }

    /// Returns the cached edge, or what `read` finds.
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
