package import AlarmCore
import Delivery
import Logging
import Storage

/// Devices that listen on one of several nodes.
///
/// A node that leases a delivery to a device that listens elsewhere cannot send it, and gives it back. The node on which
/// the device listens takes it then, at once where it hears of it, else when it next looks.
extension Engine {
    /// The most listeners in one transaction.
    private static let batch = 500
    /// The time between two checks that listeners are still whose they were: 10 s.
    private static let checkInterval = Span.seconds(10)

    /// Has what waited for a device that has begun to listen here sent at once, and lets the other nodes know that it does.
    ///
    /// Does nothing where there are no other nodes.
    package func noteListening(_ device: DeviceID) async {
        guard node.isShared else { return }
        lookout.want(device)
        dispatcherSignal.raise()
        await storeListeners(listenerRegistry.opening(device))
    }

    /// The devices that listen here whose deliveries are to be taken from where others have left them.
    func listenersToServe() -> [DeviceID] {
        guard node.isShared, events.count > 0 else { return [] }
        // Half of the time between two looks of the dispatcher, so that none of those is missed.
        return lookout.take(from: events, at: clock.uptime(), every: .milliseconds(pollInterval.milliseconds / 2))
    }

    /// Tells the other nodes of deliveries for devices that do not listen here.
    func seekListeners(for results: [OutboundQueue.FinishedDelivery]) {
        guard node.isShared else { return }
        let devices = results.compactMap { each -> DeviceID? in
            guard case .outcome(.retry(_, .notListening, _), _) = each.result else { return nil }
            return each.row.order.destination.device
        }
        guard !devices.isEmpty else { return }
        let wanted = Set(devices).sorted()
        // One that has begun to listen meanwhile is served when the dispatcher next looks, which it is about to do.
        for device in wanted where events.isListening(device) { lookout.want(device) }
        store.announce(wanted.map { .wanted($0) }, by: self)
    }

    /// Stores who listens here, and ends the streams of devices that were removed or moved, if no message did.
    package func tendListeners() async {
        guard node.isShared else { return }
        let uptime = clock.uptime()
        await storeListeners(listenerRegistry.changes(listening: { events.devices }, as: node.id, at: uptime))
        guard events.count > 0, lookout.mayCheck(at: uptime, every: Self.checkInterval) else { return }
        do {
            try await endForeignStreams()
        } catch {
            logger.warning("the listening devices could not be checked", metadata: ["error": "\(error)"])
        }
    }

    private func storeListeners(_ changes: ListenerRegistry.Changes) async {
        guard !changes.isEmpty else { return }
        var rest = changes
        do {
            while !rest.isEmpty {
                let part = ListenerRegistry.Changes(
                    added: Array(rest.added.prefix(Self.batch)),
                    removed: Array(rest.removed.prefix(Self.batch))
                )
                try await write { tx in
                    // A stream may have ended, or begun, since the changes were drawn up.
                    for device in part.added where tx.engine.events.isListening(device) {
                        try tx.addListener(device)
                    }
                    for device in part.removed where !tx.engine.events.isListening(device) {
                        try tx.removeListener(device)
                    }
                }
                rest.added.removeFirst(part.added.count)
                rest.removed.removeFirst(part.removed.count)
            }
        } catch {
            listenerRegistry.failed(rest)
            logger.warning("it could not be stored who listens", metadata: ["error": "\(error)"])
        }
    }

    private func endForeignStreams() async throws {
        var rest = events.listeners[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.batch)
            let gone = try await read { snapshot in
                if snapshot.prefetches { try snapshot.prefetch(part.map { .device($0.device) }) }
                return try part.filter { try snapshot.device($0.device)?.person != $0.person }
            }
            for each in gone { events.end(each.device, of: each.person) }
            rest = rest.dropFirst(part.count)
        }
    }
}
