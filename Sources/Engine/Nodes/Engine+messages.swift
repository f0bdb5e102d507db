package import AlarmCore
package import Storage

/// What the nodes of a shared store tell one another; see ``NodeMessage``.
extension Engine: NodeMessageObserver {
    /// Tells the other nodes of a commit.
    ///
    /// In an order that is the same in every run. A wake that is further off is found when the others next load theirs.
    func announce(_ effects: CommitEffects) {
        guard node.isShared else { return }
        var messages: [NodeMessage] = effects.overtaken.sorted { $0.key < $1.key }
            .map { .overtaken($0.key, epoch: $0.value) }
        messages += effects.departed.sorted().map { .departed($0) }
        messages += effects.persons.sorted().map { .changed($0, change: effects.changes[$0]) }
        let horizon = clock.now() + pollInterval
        messages += effects.wakes.filter { $0.at <= horizon }.map { .wake($0) }
        if effects.hasDeliveries { messages.append(.deliveriesOrdered) }
        if !messages.isEmpty { store.announce(messages, by: self) }
    }

    /// Notes that a device sent a request at `now`, which the other nodes are to know if it rings only while it is there.
    package func noteHeard(_ device: Device, at now: Instant) {
        guard presence.note(device, at: now), node.isShared else { return }
        store.announce([.heard(device.id, at: now)], by: self)
    }

    /// Does what another node's commit sets in motion here.
    ///
    /// Of what is under way, only that is barred which was made for an earlier epoch: an epoch never returns, however late
    /// the message. A device may have come back by now as another person's.
    package func receive(_ messages: [NodeMessage]) {
        var epochs: [AlarmKey: Int] = [:]
        var wakes: [Wake] = []
        var hasDeliveries = false
        for message in messages {
            switch message {
            case .changed(let person, let change): events.notify(person, change: change)
            case .departed(let device): events.end(device)
            case .wake(let wake): wakes.append(wake)
            case .deliveriesOrdered: hasDeliveries = true
            case .overtaken(let alarm, let epoch): epochs[alarm] = max(epochs[alarm] ?? epoch, epoch)
            case .heard(let device, let instant): presence.note(device, heardAt: instant, at: clock.now())
            case .wanted(let device):
                guard events.isListening(device) else { continue }
                lookout.want(device)
                hasDeliveries = true
            }
        }
        inFlight.bar(before: epochs)
        if horizon.insert(wakes) { schedulerSignal.raise() }
        if hasDeliveries { dispatcherSignal.raise() }
    }

    /// Looks at once for what lost messages may have told, and has every listener do the same.
    package func mayHaveMissedMessages() {
        lookout.wantAll()
        horizon.forget()
        schedulerSignal.raise()
        dispatcherSignal.raise()
        events.notifyAll()
    }
}
