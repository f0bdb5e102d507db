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
        /// The number of slow deliveries under way.
        var slow = 0
        var results: [FinishedDelivery] = []
        var isRecording = false
        /// Whether the dispatcher waits for deliveries to run short.
        var isShortageAwaited = false

        /// Takes the next delivery that may go: slow ones wait while enough of them are under way.
        mutating func take(slowLimit: Int) -> PreparedDelivery? {
            guard let index = deliveries.lastIndex(where: { !$0.isSlow || slow < slowLimit }) else { return nil }
            let delivery = deliveries.remove(at: index)
            if delivery.isSlow {
                slowWaiting -= 1
                slow += 1
            }
            return delivery
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
            if last?.isSlow ?? false { state.slow -= 1 }
            guard let delivery = state.take(slowLimit: slowLimit) else {
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
