/// The checklist of a reminder.
public struct Checklist: Hashable, Sendable {
    /// One item of a checklist.
    public struct Item: Hashable, Sendable {
        /// The item's number, chosen by its author; it stays when items move.
        public let id: Int
        /// The text in clear; nil where only the sealed message has it.
        public let text: String?
        /// Whether the item is ticked.
        public fileprivate(set) var isDone: Bool

        /// Makes an item.
        public init(id: Int, text: String?, isDone: Bool = false) {
            self.id = id
            self.text = text
            self.isDone = isDone
        }
    }

    /// The items in the order in which they are shown, at most ``ReminderLimits/items``.
    public private(set) var items: [Item]

    /// A checklist without items.
    public static let empty = Checklist()

    private init() {
        items = []
    }

    /// Makes a checklist.
    ///
    /// - Throws: ``ReminderError/tooManyItems(_:)``, ``ReminderError/repeatedItem(_:)``, or ``ReminderError/text`` for one
    ///   that is empty or too long.
    public init(_ items: [Item]) throws(ReminderError) {
        guard items.count <= ReminderLimits.items else { throw .tooManyItems(items.count) }
        var numbers: Set<Int> = []
        for item in items {
            guard numbers.insert(item.id).inserted else { throw .repeatedItem(item.id) }
            guard item.text.map({ ReminderLimits.textBytes.contains($0.utf8.count) }) ?? true else { throw .text }
        }
        self.items = items
    }

    /// Ticks an item or removes the tick; a repeat changes nothing.
    ///
    /// - Throws: ``ReminderError/unknownItem(_:)`` for an unknown number.
    public mutating func mark(_ id: Int, done: Bool) throws(ReminderError) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw .unknownItem(id) }
        items[index].isDone = done
    }

    /// Whether every item is ticked; true for a checklist without items.
    public var isDone: Bool { items.allSatisfy(\.isDone) }

    /// Whether an item has text in clear.
    var isClear: Bool { items.contains { $0.text != nil } }

    /// The same items and ticks without text in clear.
    var wordless: Checklist {
        var checklist = self
        checklist.items = items.map { Item(id: $0.id, text: nil, isDone: $0.isDone) }
        return checklist
    }

    /// The same items without ticks.
    public var cleared: Checklist {
        var checklist = self
        for index in items.indices { checklist.items[index].isDone = false }
        return checklist
    }
}
