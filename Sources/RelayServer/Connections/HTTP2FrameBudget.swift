import NIOCore

/// Counts the frames of a client that ask for nothing and that the handler of frames does not count itself.
///
/// That one bounds pings, settings, priorities and resets, empty frames of a body and the continuations of a head
/// (CVE-2019-9512 to -9515 and -9518, CVE-2023-44487, CVE-2024-27316).
struct HTTP2FrameBudget {
    /// The time within which frames are counted.
    ///
    /// 30 s, as in the handler of frames.
    static let window = TimeAmount.seconds(30)
    /// The most frames of a kind within that time; of WINDOW_UPDATE, those that no answer gave reason for.
    static let most = 1000
    /// How many times a client may make room for a piece of an answer of at most 8 KiB.
    ///
    /// 4: on the stream and on the connection, after each half. One that makes room byte by byte has an answer sent in
    /// as many frames (CVE-2019-9511).
    static let updatesPerPiece = 4

    private var start: NIODeadline?
    private var ignored = 0
    private var updates = 0

    /// Counts a frame; false if the client has sent too many.
    mutating func take(_ frame: HTTP2FrameScanner.Frame, at now: NIODeadline) -> Bool {
        if start.map({ now - $0 >= Self.window }) ?? true { (start, ignored, updates) = (now, 0, 0) }
        switch frame.kind {
        case .goAway, nil: ignored += 1
        case .windowUpdate: updates += 1
        default: return true
        }
        return ignored <= Self.most && updates <= Self.most
    }

    /// A head or a piece of an answer has been written.
    mutating func wrotePiece() {
        updates -= Self.updatesPerPiece
    }
}
