import AlarmCore

/// Sorted keys in groups, like a database's `CREATE INDEX` on a grouping column and a sort column.
struct Index<Group: Hashable, Key: Comparable> {
    private var groups: [Group: SortedSet<Key>] = [:]

    /// The keys of a group.
    subscript(group: Group) -> SortedSet<Key> { groups[group] ?? SortedSet() }

    /// Removes the entry `old` and adds `new`; either may be absent.
    mutating func move(from old: (group: Group, key: Key)?, to new: (group: Group, key: Key)?) {
        if let old, let new, old == new { return }
        if let old {
            groups[old.group]?.remove(old.key)
            if groups[old.group]?.isEmpty == true { groups[old.group] = nil }
        }
        if let new { groups[new.group, default: SortedSet()].insert(new.key) }
    }
}

/// A sort key of two parts; the second decides between equal first parts.
struct SortKey<Major: Hashable & Comparable, Minor: Hashable & Comparable>: Hashable, Comparable {
    let major: Major
    let minor: Minor

    init(_ major: Major, _ minor: Minor) {
        self.major = major
        self.minor = minor
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// A group of documents of one kind, with the same owner or circle.
struct DocumentGroup<Whole: Hashable>: Hashable {
    let whole: Whole
    let kind: Document.Kind
}

/// The direction from one person of a circle to the others.
struct EdgeDirection: Hashable {
    let circle: CircleID
    let sender: PersonID
}
