import AlarmCore
import HeapModule

/// What will happen, by time; what falls on the same millisecond comes in an order that chance decides.
struct Agenda {
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

    /// When the next thing happens.
    var next: Instant? { items.min?.at }

    /// Adds something that happens at `instant`, among equals in the order of `tie`.
    mutating func add(at instant: Instant, tie: UInt64, _ action: @escaping () -> Void) {
        nextNumber += 1
        items.insert(Item(at: instant, tie: tie, number: nextNumber, action: action))
    }

    /// Takes out what happens next.
    mutating func pop() -> (at: Instant, action: () -> Void)? {
        items.popMin().map { ($0.at, $0.action) }
    }
}
