@testable import RelayServer

extension FuzzTarget {
    /// The frames of HTTP/2 as the relay follows them: how they are cut into pieces must not matter.
    static let frames = FuzzTarget(name: "frames") { input in
        var pieces = FuzzInput(input)
        let size = pieces.choice(of: 64) + 1
        let stream = Array(pieces.rest)
        var (whole, parts) = (HTTP2FrameScanner(), HTTP2FrameScanner())
        var (expected, found): ([HTTP2FrameScanner.Frame], [HTTP2FrameScanner.Frame]) = ([], [])
        whole.scan(stream) { expected.append($0) }
        for place in stride(from: 0, to: stream.count, by: size) {
            parts.scan(stream[place..<min(place + size, stream.count)]) { found.append($0) }
        }
        require(found == expected, "the same frames come of the same bytes, in pieces of \(size)")
        require(parts.isWithin == whole.isWithin && parts.completed == whole.completed, "and end at the same places")
        require(9 * (expected.count - 1) <= stream.count, "no frame is smaller than its header")
    }
}
