package import AlarmCore
import HeapModule
package import Storage

/// The wakes of the next ``Engine/pollInterval``, in memory.
///
/// The store is authoritative; the horizon only tells when to read it. So an obsolete wake, of a cancelled alarm, costs
/// one read, and memory grows with the horizon and not with the store.
package struct Horizon: Sendable {
    /// The most wakes held; a fuller time is loaded in parts.
    ///
    /// 50,000.
    package static let capacity = 50_000

    private struct Entry: Comparable {
        let wake: Wake

        static func < (left: Entry, right: Entry) -> Bool {
            (left.wake.at, left.wake.alarm) < (right.wake.at, right.wake.alarm)
        }
    }

    private var heap = Heap<Entry>()
    /// The instant up to and including which every wake of the store has been loaded.
    package private(set) var end = Instant(milliseconds: .min)

    package init() {}

    /// The number of wakes held.
    package var count: Int { heap.count }

    /// The time of the next read: that of the earliest wake, or the end of the horizon.
    package var next: Instant {
        min(heap.min?.wake.at ?? end, end)
    }

    /// Replaces all wakes by the result of a query up to `through`, at most ``capacity`` wakes.
    package mutating func refill(_ wakes: [Wake], through: Instant) {
        heap = Heap(wakes.map(Entry.init))
        end = wakes.count < Self.capacity ? through : wakes.last?.at ?? through
    }

    /// Inserts a new wake if it lies within the horizon; returns whether it is now the earliest.
    package mutating func insert(_ wake: Wake) -> Bool {
        guard wake.at <= end else { return false }
        let isEarliest = heap.min.map { wake.at < $0.wake.at } ?? true
        heap.insert(Entry(wake: wake))
        return isEarliest
    }

    /// Removes every wake up to and including `now`; returns their number.
    package mutating func drop(through now: Instant) -> Int {
        var count = 0
        while let first = heap.min, first.wake.at <= now {
            heap.removeMin()
            count += 1
        }
        return count
    }
}
