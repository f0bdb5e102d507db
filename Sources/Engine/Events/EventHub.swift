package import AlarmCore
package import AlarmWire
import Synchronization

/// The devices that listen on the event stream at this moment.
///
/// Events only copy what rows say: a device that is not listening finds the same when it synchronises.
package final class EventHub: Sendable {
    /// The number of events that wait for a slow listener before it is disconnected and has to synchronise.
    ///
    /// 256.
    private static let backlog = 256

    /// The most streams of one device; one more ends the oldest, whose connection the device has most likely lost.
    ///
    /// 4.
    private static let streamsPerDevice = 4

    private struct Listener {
        let device: DeviceID
        let person: PersonID
        let continuation: AsyncStream<StreamEvent>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of open streams.
    package var count: Int { state.withLock { $0.listeners.count } }

    /// Starts a stream for a device; it ends when its consumer stops, falls behind, or ``close()`` is called.
    package func listen(as device: DeviceID, of person: PersonID) -> AsyncStream<StreamEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StreamEvent.self,
            bufferingPolicy: .bufferingOldest(Self.backlog)
        )
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        // Set before anyone else can end the stream: a stream that ended earlier would never be removed.
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        let surplus = state.withLock { state -> Listener? in
            state.listeners[number] = Listener(device: device, person: person, continuation: continuation)
            let own = state.listeners.filter { $0.value.device == device }
            return own.count > Self.streamsPerDevice ? own.min { $0.key < $1.key }?.value : nil
        }
        surplus?.continuation.finish()
        return stream
    }

    /// The devices that have a stream open.
    var devices: Set<DeviceID> { state.withLock { Set($0.listeners.values.lazy.map(\.device)) } }

    /// The devices that have a stream open, each with the person as whose it was opened.
    var listeners: [(device: DeviceID, person: PersonID)] {
        state.withLock { $0.listeners.values.map { ($0.device, $0.person) } }
    }

    /// Whether a device has a stream open.
    func isListening(_ device: DeviceID) -> Bool {
        state.withLock { $0.listeners.values.contains { $0.device == device } }
    }

    /// Whether any device of a person has a stream open.
    package func isListening(_ person: PersonID) -> Bool {
        state.withLock { $0.listeners.values.contains { $0.person == person } }
    }

    /// Sends an event to a device's streams; returns whether at least one took it.
    func send(_ event: StreamEvent, to device: DeviceID) -> Bool {
        let targets = state.withLock { state in state.listeners.values.filter { $0.device == device } }
        var isTaken = false
        for target in targets {
            switch target.continuation.yield(event) {
            case .enqueued: isTaken = true
            case .dropped: target.continuation.finish()
            case .terminated: break
            @unknown default: break
            }
        }
        return isTaken
    }

    /// Notifies every stream of a person that something changed; `change` is the person's own change number where that
    /// is an alarm, else nil.
    func notify(_ person: PersonID, change: Int64?) {
        let targets = state.withLock { state in state.listeners.values.filter { $0.person == person } }
        guard !targets.isEmpty else { return }
        let cursor = change.map { SyncCursor(change: $0, of: person) } ?? SyncCursor(change: 0)
        for target in targets {
            if case .dropped = target.continuation.yield(.sync(cursor)) { target.continuation.finish() }
        }
    }

    /// Has every listener synchronise.
    func notifyAll() {
        for person in Set(listeners.map(\.person)) { notify(person, change: nil) }
    }

    /// Ends those streams of a device that were opened as a person's.
    func end(_ device: DeviceID, of person: PersonID) {
        let targets = state.withLock { state in
            state.listeners.values.filter { $0.device == device && $0.person == person }
        }
        for target in targets { target.continuation.finish() }
    }

    /// Ends the streams of a device.
    package func end(_ device: DeviceID) {
        let targets = state.withLock { state in state.listeners.values.filter { $0.device == device } }
        for target in targets { target.continuation.finish() }
    }

    /// Ends every stream.
    package func close() {
        let targets = state.withLock { state in Array(state.listeners.values) }
        for target in targets { target.continuation.finish() }
    }
}
