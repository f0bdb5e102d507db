/// What is to be done, item by item.
public struct Checklist: Hashable, Sendable {
    /// One thing to be done.
    public struct Item: Hashable, Sendable {
        /// Its number, chosen by whoever wrote it; it stays when items move.
        public let id: Int
        /// What is to be done; nil where only the sealed words say it.
        public let text: String?
        /// Whether it is ticked.
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

    /// Ticks an item, or takes the tick away; to do it twice changes nothing.
    ///
    /// - Throws: ``ReminderError/unknownItem(_:)`` where there is none.
    public mutating func mark(_ id: Int, done: Bool) throws(ReminderError) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw .unknownItem(id) }
        items[index].isDone = done
    }

    /// Whether every item is ticked, as in a checklist without any.
    public var isDone: Bool { items.allSatisfy(\.isDone) }

    /// Whether an item says anything in clear.
    var isClear: Bool { items.contains { $0.text != nil } }

    /// The same items, ticked as they are, without what they say in clear.
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
