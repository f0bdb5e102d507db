/// Follows what a client sends by the headers of its frames, without keeping their payloads (RFC 9113, section 4.1).
struct HTTP2FrameScanner {
    /// What is known of a frame before its payload has come.
    struct Frame: Hashable {
        /// The types of frames that are told apart here (section 6).
        enum Kind: UInt8 {
            case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
        }

        /// The type; nil for one that the protocol does not know.
        let kind: Kind?
        /// The size of the payload in bytes.
        let length: Int
        let flags: UInt8

        /// Whether it is the last one of a head (`END_HEADERS`).
        fileprivate var endsHead: Bool { flags & 4 != 0 }
    }

    /// The size of what comes before the first frame (section 3.4).
    private static let prefaceSize = 24
    /// The size of length, type and flags; the number of the stream follows in four bytes.
    private static let knownSize = 5

    /// The bytes that come before the next frame: what is left of the preface, or of a frame that is known.
    private var skipping = Self.prefaceSize
    private var frame: Frame?
    private var bytes: UInt64 = 0
    private var byteCount = 0
    private var isInHead = false

    /// Whether something has begun that has to be complete before anything else can come.
    ///
    /// The frame of a body is nothing of that kind: its request has a time of its own.
    private(set) var isWithin = false
    /// How many times ``isWithin`` has ended.
    private(set) var completed = 0

    /// Reads on, and calls `begin` for each frame once it is known, before its payload.
    mutating func scan(_ received: some RandomAccessCollection<UInt8>, _ begin: (Frame) -> Void) {
        var received = received[...]
        while let byte = received.first {
            isWithin = isWithin || frame?.kind != .data
            if skipping > 0 {
                let count = min(skipping, received.count)
                received = received.dropFirst(count)
                skipping -= count
                if skipping == 0 { complete() }
                continue
            }
            received = received.dropFirst()
            bytes = bytes << 8 | UInt64(byte)
            byteCount += 1
            guard byteCount == Self.knownSize else { continue }
            let frame = Frame(
                kind: .init(rawValue: UInt8(truncatingIfNeeded: bytes >> 8)),
                length: Int(bytes >> 16),
                flags: UInt8(truncatingIfNeeded: bytes)
            )
            (bytes, byteCount) = (0, 0)
            self.frame = frame
            skipping = 4 + frame.length
            if frame.kind == .headers || frame.kind == .continuation { isInHead = !frame.endsHead }
            if frame.kind == .data { isWithin = false }
            begin(frame)
        }
    }

    private mutating func complete() {
        frame = nil
        guard isWithin, !isInHead else { return }
        isWithin = false
        completed += 1
    }
}
