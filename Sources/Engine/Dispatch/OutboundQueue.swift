import AlarmCore
import Delivery
import Storage
import Synchronization

/// One dispatcher's deliveries that wait to be sent, and results that wait to be committed.
///
/// Leases, sends and results proceed independently: a gateway is kept busy while the next deliveries are leased, and
/// the results that come in meanwhile share one transaction.
final class OutboundQueue: Sendable {
    /// The number of waiting deliveries at which more are leased.
    let reserve: Int
    /// The most deliveries in one lease, and the most results in one transaction.
    let batch: Int

    /// The most deliveries to people without the app under way at once, so that a slow mail server delays no alarm.
    ///
    /// A quarter of all.
    let slowLimit: Int
    /// The most of them by one medium, so that servers that people named, and that never answer, delay no letter.
    ///
    /// Half.
    let laneLimit: Int
    /// The number of waiting deliveries, slow ones included, beyond which no more are leased.
    let room: Int

    /// Creates an empty queue for `sendsInFlight` deliveries under way at once.
    ///
    /// Three times as many wait, which is what a gateway takes while a lease is committed behind a batch of wakes, and
    /// one lease takes twice as many. So at most five pushes end in the last delivery's place before it begins: within
    /// its lease of 60 s, even where every push takes the 10 s that it may.
    init(sendsInFlight: Int) {
        reserve = sendsInFlight * 3
        batch = sendsInFlight * 2
        slowLimit = max(sendsInFlight / 4, 1)
        laneLimit = (slowLimit + 1) / 2
        room = sendsInFlight * 20
    }

    /// One delivery and its result.
    struct FinishedDelivery: Sendable {
        let row: DeliveryRow
        let result: DeliveryResult
        /// The origin of the destination; nil where the delivery was not to be sent.
        let origin: ChannelOrigin?
        /// A random number in 0..<1 that spreads the retries of deliveries that fail together.
        let jitter: Double
    }

    private struct State {
        /// The waiting deliveries, the next one last.
        var deliveries: [PreparedDelivery] = []
        /// The number of slow deliveries among them.
        var slowWaiting = 0
        var senders = 0
        /// The slow deliveries under way, by what they compete for.
        var slow = SlowLoad()
        var results: [FinishedDelivery] = []
        var isRecording = false
        /// Whether the dispatcher waits for deliveries to run short.
        var isShortageAwaited = false

        /// Takes the next delivery that may go: slow ones wait while enough of them are under way.
        mutating func take(slowLimit: Int, laneLimit: Int) -> PreparedDelivery? {
            guard
                var index = deliveries.lastIndex(where: { delivery in
                    delivery.slowLane.map { slow.hasRoom(in: $0, of: laneLimit, total: slowLimit) } ?? true
                })
            else { return nil }
            if deliveries[index].isSlow { index = fairest(through: index, laneLimit: laneLimit, slowLimit: slowLimit) }
            let delivery = deliveries.remove(at: index)
            if delivery.isSlow {
                slowWaiting -= 1
                slow.add(delivery)
            }
            return delivery
        }

        /// The slow delivery that may go whose person has the fewest under way by its medium; the first of several.
        private func fairest(through last: Int, laneLimit: Int, slowLimit: Int) -> Int {
            var (best, load) = (last, slow.count(like: deliveries[last]))
            for index in deliveries[...last].indices.reversed() where load > 0 {
                let delivery = deliveries[index]
                guard let lane = delivery.slowLane, slow.hasRoom(in: lane, of: laneLimit, total: slowLimit) else {
                    continue
                }
                let own = slow.count(like: delivery)
                if own < load { (best, load) = (index, own) }
            }
            return best
        }

        /// Whether few deliveries wait that could go at once.
        func isShort(reserve: Int, room: Int) -> Bool {
            deliveries.count <= reserve || deliveries.count <= room && deliveries.count - slowWaiting <= reserve
        }
    }

    private let state = Mutex(State())

    /// Whether more deliveries should be leased; if not, ``next(after:)`` reports when.
    func needsMore() -> Bool {
        state.withLock { state in
            let isShort = state.isShort(reserve: reserve, room: room)
            state.isShortageAwaited = !isShort
            return isShort
        }
    }

    /// Adds deliveries, in the order in which they are to be sent; returns how many more senders are needed.
    func add(_ deliveries: [PreparedDelivery], senders limit: Int) -> Int {
        state.withLock { state in
            state.deliveries = deliveries.reversed() + state.deliveries
            state.slowWaiting += deliveries.count(where: \.isSlow)
            let more = max(min(limit, state.senders + deliveries.count) - state.senders, 0)
            state.senders += more
            return more
        }
    }

    /// The next delivery for a sender that has sent `last`, or nil to end the sender; and whether deliveries run short.
    func next(after last: PreparedDelivery?) -> (delivery: PreparedDelivery?, isShort: Bool) {
        state.withLock { state in
            if let last { state.slow.remove(last) }
            guard let delivery = state.take(slowLimit: slowLimit, laneLimit: laneLimit) else {
                state.senders -= 1
                return (nil, false)
            }
            let isShort = state.isShortageAwaited && state.isShort(reserve: reserve, room: room)
            if isShort { state.isShortageAwaited = false }
            return (delivery, isShort)
        }
    }

    /// Adds a result; a caller that gets true has to commit it, with those that come in meanwhile.
    func add(_ result: FinishedDelivery) -> Bool {
        state.withLock { state in
            state.results.append(result)
            defer { state.isRecording = true }
            return !state.isRecording
        }
    }

    /// The results to commit next, oldest first; when there are none, the caller's turn as writer ends.
    func takeResults() -> [FinishedDelivery] {
        state.withLock { state in
            let taken = Array(state.results.prefix(batch))
            state.results.removeFirst(taken.count)
            state.isRecording = !taken.isEmpty
            return taken
        }
    }

    /// Removes and returns the deliveries that no sender has begun to send.
    func withdraw() -> [PreparedDelivery] {
        state.withLock { state in
            defer { (state.deliveries, state.slowWaiting) = ([], 0) }
            return state.deliveries.reversed()
        }
    }
}

/// The slow deliveries under way: in all, by medium, and by medium and person.
private struct SlowLoad {
    /// What one person has under way by one medium; their circle stands for the person.
    private struct Share: Hashable {
        let lane: PreparedDelivery.SlowLane
        let circle: CircleID

        init?(_ delivery: PreparedDelivery) {
            guard let lane = delivery.slowLane else { return nil }
            self.lane = lane
            circle = delivery.row.circle
        }
    }

    private var total = 0
    private var lanes: [PreparedDelivery.SlowLane: Int] = [:]
    private var shares: [Share: Int] = [:]

    func hasRoom(in lane: PreparedDelivery.SlowLane, of limit: Int, total all: Int) -> Bool {
        total < all && lanes[lane, default: 0] < limit
    }

    /// The number under way that compete with a delivery.
    func count(like delivery: PreparedDelivery) -> Int {
        Share(delivery).flatMap { shares[$0] } ?? 0
    }

    mutating func add(_ delivery: PreparedDelivery) { change(delivery, by: 1) }

    /// Ends a delivery; one that is not slow changes nothing.
    mutating func remove(_ delivery: PreparedDelivery) { change(delivery, by: -1) }

    private mutating func change(_ delivery: PreparedDelivery, by step: Int) {
        guard let share = Share(delivery) else { return }
        total += step
        lanes[share.lane, default: 0] += step
        let count = shares[share, default: 0] + step
        shares[share] = count > 0 ? count : nil
    }
}
