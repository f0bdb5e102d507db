import AlarmWire

extension FuzzTarget {
    /// The event stream: how it is cut into pieces must not matter.
    static let events = FuzzTarget(name: "events") { input in
        var pieces = FuzzInput(input)
        let size = pieces.choice(of: 16) + 1
        let stream = Array(pieces.rest)
        var (whole, parts) = (EventStreamParser(limit: 64), EventStreamParser(limit: 64))
        let expected = try? whole.feed(stream)
        var found: [ServerSentEvent]? = []
        var place = 0
        while place < stream.count, let before = found {
            let end = min(place + size, stream.count)
            found = (try? parts.feed(stream[place..<end])).map { before + $0 }
            place = end
        }
        require(found == expected, "the same events come of the same bytes, in pieces of \(size)")
        require(expected == nil || parts.lastEventID == whole.lastEventID, "and the same last name")
        require(expected?.allSatisfy { $0.data.utf8.count <= 3 * 64 } ?? true, "no event is longer than allowed")
    }
}
