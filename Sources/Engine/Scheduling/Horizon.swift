package import AlarmCore
import HeapModule
package import Storage

/// The wakes of the next minute, in memory.
///
/// The store is the truth; this only tells when to look there. So a wake that is here in vain, because its alarm was
/// cancelled, costs one look, and memory grows with the horizon and not with the store.
package struct Horizon: Sendable {
    /// How far the scheduler looks ahead.
    ///
    /// 60 s.
    package static let reach = Span.seconds(60)
    /// How many wakes are held at most; a fuller minute is brought in piece by piece.
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
    /// Every wake of the store up to and including this instant has been brought in.
    package private(set) var end = Instant(milliseconds: .min)

    package init() {}

    /// How many wakes are held.
    package var count: Int { heap.count }

    /// When to look next: at the earliest wake, or when the horizon is nearly reached.
    package var next: Instant {
        min(heap.min?.wake.at ?? end, end)
    }

    /// Replaces everything by what a query up to `through` returned, at most ``capacity`` wakes.
    package mutating func refill(_ wakes: [Wake], through: Instant) {
        heap = Heap(wakes.map(Entry.init))
        end = wakes.count < Self.capacity ? through : wakes.last?.at ?? through
    }

    /// Takes a new wake if it lies within the horizon; tells whether it is now the earliest.
    package mutating func insert(_ wake: Wake) -> Bool {
        guard wake.at <= end else { return false }
        let isEarliest = heap.min.map { wake.at < $0.wake.at } ?? true
        heap.insert(Entry(wake: wake))
        return isEarliest
    }

    /// Drops every wake up to and including `now`; tells how many there were.
    package mutating func drop(through now: Instant) -> Int {
        var count = 0
        while let first = heap.min, first.wake.at <= now {
            heap.removeMin()
            count += 1
        }
        return count
    }
}
