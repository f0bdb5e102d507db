import AlarmCore
import DeviceKit

/// Something that waits for an answer at this terminal.
struct RingingItem {
    /// The source of an item.
    enum Subject {
        /// An alarm that rings on this device.
        case alarm
        /// A reminder of a family that rings on this device; nil where the family is not known.
        case reminder(CircleID?)
        /// A warning or an alert that asks for an answer.
        case notice(AlarmNotice)
    }

    /// The number by which an answer names it, from 1.
    let number: Int
    /// The alarm.
    let id: AlarmID
    /// What the alarm says and who sent it, as shown to a person.
    fileprivate(set) var title: String
    /// The source.
    fileprivate(set) var subject: Subject
    /// When it was due; nil for a notice.
    fileprivate(set) var due: Instant?
    /// When it was heard last.
    fileprivate var heardAt: Instant
    /// Whether it was heard last because of a synchronisation.
    fileprivate var isFromSync: Bool
}

/// What rings at this terminal and waits for an answer, oldest first.
struct RingingList {
    /// How long after a synchronisation made an alarm ring the relay's own ring is taken for the same.
    ///
    /// 10 s. A later one is the next of the relay's rings.
    private static let crossing = Span.seconds(10)

    /// The greatest number that is given before they begin again with 1: one of three digits can be typed.
    private static let numbers = 999

    /// The items.
    private(set) var items: [RingingItem] = []
    /// Whether a number that is free is given again at once.
    ///
    /// A script may write an answer in the moment in which what it answers ends by itself.
    private let reusesNumbers: Bool
    private var lastNumber = 0

    /// Makes an empty list.
    ///
    /// - Parameter reusesNumbers: whether a number that is free is given again at once, as people expect.
    init(reusesNumbers: Bool = true) {
        self.reusesNumbers = reusesNumbers
    }

    /// Returns a number that no item has.
    private mutating func freeNumber() -> Int {
        let start = reusesNumbers ? 0 : lastNumber
        let number = (0..<Self.numbers).lazy.map { (start + $0) % Self.numbers + 1 }.first { number in
            !items.contains { $0.number == number }
        }
        lastNumber = number ?? items.count + 1
        return lastNumber
    }

    /// The item of an alarm.
    func item(_ id: AlarmID) -> RingingItem? { items.first { $0.id == id } }

    /// Notes a ring, and returns the item if people should hear it; one that rings again says what is so now.
    ///
    /// A change of an alarm is told twice: the relay calls for a synchronisation, which finds that the alarm is due, and
    /// sends the ring. That is one ring.
    mutating func ring(
        _ id: AlarmID,
        _ title: String,
        _ subject: RingingItem.Subject = .alarm,
        dueAt due: Instant? = nil,
        fromSync: Bool,
        at now: Instant
    ) -> RingingItem? {
        guard let index = items.firstIndex(where: { $0.id == id }) else {
            let item = RingingItem(
                number: freeNumber(),
                id: id,
                title: title,
                subject: subject,
                due: due,
                heardAt: now,
                isFromSync: fromSync
            )
            items.append(item)
            return item
        }
        let isSame = items[index].isFromSync != fromSync && now - items[index].heardAt < Self.crossing
        items[index].isFromSync = fromSync
        items[index].title = title
        items[index].subject = subject
        items[index].due = due
        guard !isSame else { return nil }
        items[index].heardAt = now
        return items[index]
    }

    /// Gives an item another title.
    mutating func retitle(_ id: AlarmID, _ title: String) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].title = title
    }

    /// Takes an item out, and returns it.
    @discardableResult
    mutating func remove(_ id: AlarmID) -> RingingItem? {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
        return items.remove(at: index)
    }

    /// The item that an answer with or without a number is for.
    enum Choice {
        /// This one.
        case item(RingingItem)
        /// Nothing rings.
        case nothing
        /// Several ring, and the answer names none of them.
        case which
    }

    /// Returns the item for a typed number; without one the only item.
    func choose(_ number: Int?) -> Choice {
        guard let first = items.first else { return .nothing }
        guard let number else { return items.count == 1 ? .item(first) : .which }
        return items.first { $0.number == number }.map(Choice.item) ?? .which
    }

    /// Returns the items with their numbers, on a line each.
    ///
    /// - Parameter listed: what an item is at the time of reading; its title may have been true only when it came.
    /// - Returns: the lines.
    func lines(_ listed: (RingingItem) -> String = { $0.title }) -> [String] {
        items.map { "  \($0.number)  \(listed($0))" }
    }
}
