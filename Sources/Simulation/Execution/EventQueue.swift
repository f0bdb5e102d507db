import AlarmCore
import HeapModule

/// Queue of planned events by time; events in the same millisecond come in random order.
struct EventQueue {
    private struct Item: Comparable {
        let at: Instant
        let tie: UInt64
        let number: Int
        let action: () -> Void

        static func < (left: Item, right: Item) -> Bool {
            (left.at, left.tie, left.number) < (right.at, right.tie, right.number)
        }

        static func == (left: Item, right: Item) -> Bool {
            left.number == right.number
        }
    }

    private var items = Heap<Item>()
    private var nextNumber = 0

    /// Time of the next event.
    var next: Instant? { items.min?.at }

    /// Adds an event at `instant`; `tie` orders events at the same instant.
    mutating func add(at instant: Instant, tie: UInt64, _ action: @escaping () -> Void) {
        nextNumber += 1
        items.insert(Item(at: instant, tie: tie, number: nextNumber, action: action))
    }

    /// Removes and returns the next event.
    mutating func pop() -> (at: Instant, action: () -> Void)? {
        items.popMin().map { ($0.at, $0.action) }
    }
}
