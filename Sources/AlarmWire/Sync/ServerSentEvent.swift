/// One event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The media type of a stream.
    public static let mediaType = "text/event-stream"

    /// The type; `message` by default.
    public var type: String
    /// The data; line feeds separate lines.
    public var data: String
    /// The identifier of the newest event up to this one, which a reconnecting client sends as `Last-Event-ID`.
    public var id: String?

    /// Makes an event.
    public init(type: String = "message", data: String, id: String? = nil) {
        self.type = type
        self.data = data
        self.id = id
    }

    /// The event as sent, the blank line included.
    ///
    /// Characters that could end a field early are dropped from type and id; data of several lines becomes several
    /// fields.
    public var frame: [UInt8] {
        var bytes: [UInt8] = []
        func field(_ name: String, _ value: some Sequence<UInt8>) {
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: value)
            bytes.append(0x0A)
        }
        if let id { field("id", id.utf8.filter { !Self.endings.contains($0) }) }
        if type != "message" { field("event", type.utf8.filter { !Self.endings.contains($0) }) }
        for line in data.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            field("data", line.filter { $0 != 0x0D })
        }
        bytes.append(0x0A)
        return bytes
    }

    /// A comment line that clients ignore and that keeps an idle connection open.
    public static let keepAlive: [UInt8] = Array(":\n\n".utf8)

    private static let endings: [UInt8] = [0x00, 0x0A, 0x0D]
}
