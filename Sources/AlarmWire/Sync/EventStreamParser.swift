/// Reads a `text/event-stream` as it arrives, in pieces of any size (WHATWG HTML, section 9.2.6).
///
/// A value: the caller feeds it bytes and gets the completed events. Memory is bounded: a line or an event that never
/// ends is an error.
public struct EventStreamParser: Sendable {
    /// The most bytes of one line, and of the data of one event.
    public let limit: Int
    /// The identifier of the newest event, to be sent as `Last-Event-ID` after a disconnection.
    public private(set) var lastEventID: String?
    /// The wait before reconnecting that the server asks for, in milliseconds.
    public private(set) var retryMilliseconds: Int64?

    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    private var type = ""
    private var pendingID: String?
    private var sawCarriageReturn = false
    private var isAtStart = true

    /// Begins a stream; `limit` is 64 KiB by default.
    public init(limit: Int = 1 << 16) {
        self.limit = max(limit, 1)
    }

    /// Takes the next bytes and returns the events that they complete.
    ///
    /// - Throws: when a line or an event exceeds ``limit``; the stream cannot be read on.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(EventStreamError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let follows = sawCarriageReturn
            sawCarriageReturn = byte == 0x0D
            switch byte {
            case 0x0A where follows: continue
            case 0x0A, 0x0D:
                if let event = try endLine() { events.append(event) }
            default:
                guard line.count < limit else { throw .tooLarge(limit: limit) }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() throws(EventStreamError) -> ServerSentEvent? {
        defer {
            line.removeAll(keepingCapacity: true)
            isAtStart = false
        }
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let name = line[..<(colon ?? line.endIndex)]
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: name, as: UTF8.self) {
        case "data":
            guard data.count + (hasData ? 1 : 0) + value.count <= limit else { throw .tooLarge(limit: limit) }
            if hasData { data.append(0x0A) }
            data.append(contentsOf: value)
            hasData = true
        case "event": type = String(decoding: value, as: UTF8.self)
        case "id" where !value.contains(0): pendingID = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains):
            retryMilliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            data.removeAll(keepingCapacity: true)
            hasData = false
            type = ""
        }
        // As in the standard, a blank line commits the id even where there is no data to dispatch.
        if let pendingID { lastEventID = pendingID }
        guard hasData else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type,
            data: String(decoding: data, as: UTF8.self),
            id: lastEventID
        )
    }
}

/// Why an event stream cannot be read on.
public enum EventStreamError: Error, Hashable, Sendable {
    /// A line or an event has more bytes than allowed.
    case tooLarge(limit: Int)
}

extension EventStreamError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "an event exceeds \(limit) bytes; close the stream and connect again"
        }
    }
}
