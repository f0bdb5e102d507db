/// The newest requests in order of arrival: a ring, so that a long run cannot fill the memory.
struct PushLog {
    private var ring: [ReceivedPush] = []
    private var oldest = 0
    private let capacity: Int

    /// Number of requests ever recorded, including those no longer kept.
    private(set) var total = 0

    /// Creates an empty log that keeps at most `capacity` requests; none if that is below 1.
    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    mutating func append(_ push: ReceivedPush) {
        guard capacity > 0 else { return }
        total += 1
        if ring.count < capacity {
            ring.append(push)
        } else {
            ring[oldest] = push
            oldest = (oldest + 1) % capacity
        }
    }

    mutating func removeAll() {
        ring.removeAll(keepingCapacity: true)
        oldest = 0
    }

    /// The requests still kept, oldest first.
    var pushes: [ReceivedPush] { Array(ring[oldest...] + ring[..<oldest]) }
}
