import AlarmCore
import AlarmWire

/// One thing that the relay's event stream tells a device.
public enum DeviceEvent: Hashable, Sendable {
    /// What would have been pushed, opened, with what to do about it.
    case received(Received)
    /// Something may have been missed: call ``LocalDevice/sync(fromScratch:)``.
    case syncNeeded
    /// The stream has broken, and why; it is opened again after a pause.
    case interrupted(String)
}

/// The relay's event stream, opened when it is first asked and opened again whenever it breaks.
///
/// Nothing runs unless somebody asks for the next event; a task that is cancelled closes the stream. After every opening
/// comes ``DeviceEvent/syncNeeded``, since nobody knows what was missed. Ends only by throwing a ``DeviceError``: the
/// relay refused the device, answered nonsense, or the caller gave up.
public struct DeviceEvents: AsyncSequence, Sendable {
    /// What it yields.
    public typealias Element = DeviceEvent

    let device: LocalDevice

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(device: device) }

    /// Listens.
    public struct Iterator: AsyncIteratorProtocol {
        private static let longestPause = Span.seconds(60)

        private let device: LocalDevice
        private var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator?
        private var parser = EventStreamParser()
        private var lastEventID: String?
        private var pending: [ServerSentEvent] = []
        private var failures = 0

        fileprivate init(device: LocalDevice) {
            self.device = device
        }

        /// The next event.
        ///
        /// - Throws: ``DeviceError``.
        public mutating func next() async throws -> DeviceEvent? {
            while true {
                if !pending.isEmpty {
                    if let event = try await device.decode(pending.removeFirst()) { return event }
                    continue
                }
                try Task.checkCancellation()
                do {
                    guard pieces != nil else {
                        try await open()
                        return .syncNeeded
                    }
                    guard let piece = try await pieces?.next() else {
                        throw TransportError.interrupted("the relay ended the event stream")
                    }
                    pending = try parser.feed(piece)
                    lastEventID = parser.lastEventID ?? lastEventID
                    failures = 0
                } catch let error where Self.isPassing(error) {
                    pieces = nil
                    pending = []
                    failures += 1
                    return .interrupted("\(error)")
                } catch {
                    throw DeviceError(mapping: error)
                }
            }
        }

        private mutating func open() async throws {
            if failures > 0 {
                let pause = Span.seconds(1 << Int64(Swift.min(failures - 1, 6)))
                try await device.configuration.wait(Swift.min(pause, Self.longestPause))
            }
            let headers = lastEventID.map { [WireRequest.Header("last-event-id", $0)] } ?? []
            let stream = try await device.openStream(Routes.events, headers: headers)
            parser = EventStreamParser()
            pieces = stream.body.makeAsyncIterator()
        }

        /// Whether opening the stream again may help.
        private static func isPassing(_ error: any Error) -> Bool {
            switch error {
            case DeviceError.transport(let error), let error as TransportError: error.isRetryable
            case DeviceError.refused(let problem, _): problem.kind?.isRetryable == true
            case is DeviceError, is CancellationError: false
            // Whatever else the transport's own stream throws is a broken connection.
            default: true
            }
        }
    }
}

extension LocalDevice {
    /// Listens to the relay's event stream; see ``DeviceEvents``.
    public nonisolated func events() -> DeviceEvents { DeviceEvents(device: self) }

    /// What an event means; nil for one of a kind that is not known here.
    fileprivate func decode(_ event: ServerSentEvent) async throws(DeviceError) -> DeviceEvent? {
        switch event.type {
        case "alarm", "notice": .received(try await open(event: event.data))
        case "sync": .syncNeeded
        default: nil
        }
    }
}
