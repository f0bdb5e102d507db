import AlarmCore
package import AlarmWire

/// One event of the relay's event stream.
public enum DeviceEvent: Hashable, Sendable {
    /// A push sent on the stream, opened, with its plan.
    case received(Received)
    /// Events may have been missed: call ``LocalDevice/sync(fromScratch:)``.
    case syncNeeded
    /// The stream was interrupted, with the reason; it is reopened after a pause.
    case interrupted(String)
}

/// What happens on the relay's event stream, before this device has opened it.
package enum UnopenedEvent: Hashable, Sendable {
    /// An event as it came.
    case event(ServerSentEvent)
    /// The stream is open; events may have been missed.
    case opened
    /// The stream was interrupted, with the reason; it is reopened after a pause.
    case interrupted(String)
}

/// The relay's event stream, opened on first use and reopened whenever it breaks.
///
/// Nothing runs until the next event is requested; a task that is cancelled closes the stream. After every opening
/// comes ``DeviceEvent/syncNeeded``, since events may have been missed. Ends only by throwing a ``DeviceError``: the
/// relay refused the device, its answer was malformed, or the caller cancelled.
public struct DeviceEvents: AsyncSequence, Sendable {
    /// The element: an event.
    public typealias Element = DeviceEvent

    let device: LocalDevice

    /// Makes an iterator, which opens the stream on first use.
    public func makeAsyncIterator() -> Iterator { Iterator(device: device) }

    /// Reads the events.
    public struct Iterator: AsyncIteratorProtocol {
        /// Short, as nothing rings on the stream meanwhile.
        private static let longestPause = Span.seconds(15)

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
                switch try await nextUnopened() {
                case .event(let event):
                    if let opened = try await device.decode(event) { return opened }
                case .opened: return .syncNeeded
                case .interrupted(let reason): return .interrupted(reason)
                }
            }
        }

        /// The next event as it came, for a device that lets its system decide who opens it.
        ///
        /// - Throws: ``DeviceError``.
        package mutating func nextUnopened() async throws -> UnopenedEvent {
            while true {
                if !pending.isEmpty { return .event(pending.removeFirst()) }
                try Task.checkCancellation()
                do {
                    guard pieces != nil else {
                        try await open()
                        return .opened
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
                let pause = Span.seconds(1 << Int64(Swift.min(failures - 1, 4)))
                try await device.configuration.wait(Swift.min(pause, Self.longestPause))
            }
            let headers = lastEventID.map { [WireRequest.Header("last-event-id", $0)] } ?? []
            let stream = try await device.openStream(Endpoints.Sync.events(), headers: headers)
            parser = EventStreamParser()
            pieces = stream.body.makeAsyncIterator()
        }

        /// Whether reopening the stream may help.
        private static func isPassing(_ error: any Error) -> Bool {
            switch error {
            case DeviceError.transport(let error), let error as TransportError: error.isRetryable
            case DeviceError.refused(let problem, _): problem.kind?.isRetryable == true
            case is DeviceError, is CancellationError: false
            // Any other error of the transport's own stream is a broken connection.
            default: true
            }
        }
    }
}

extension LocalDevice {
    /// The relay's event stream; see ``DeviceEvents``.
    public nonisolated func events() -> DeviceEvents { DeviceEvents(device: self) }

    /// Decodes an event; nil for an unknown type.
    fileprivate func decode(_ event: ServerSentEvent) async throws(DeviceError) -> DeviceEvent? {
        switch event.type {
        case "alarm", "notice": .received(try await open(event: event.data))
        case "sync": .syncNeeded
        default: nil
        }
    }
}
