/// Unique elements in ascending order, kept in short runs.
///
/// Inserting and removing move at most one run: with 100,000 elements some hundred times less than one sorted array would,
/// and without the pointers of a tree.
struct SortedSet<Element: Comparable> {
    private static var longestRun: Int { 512 }

    private var runs: [[Element]] = []

    /// The smallest element.
    var first: Element? { runs.first?.first }

    /// The largest element.
    var last: Element? { runs.last?.last }

    /// Whether there is no element.
    var isEmpty: Bool { runs.isEmpty }

    /// The number of elements.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Adds an element unless it is there.
    mutating func insert(_ element: Element) {
        guard !runs.isEmpty else {
            runs = [[element]]
            return
        }
        let run = min(runs.partitionIndex { ($0.last ?? element) < element }, runs.count - 1)
        let offset = runs[run].partitionIndex { $0 < element }
        guard offset == runs[run].count || runs[run][offset] != element else { return }
        runs[run].insert(element, at: offset)
        if runs[run].count > Self.longestRun {
            let middle = runs[run].count / 2
            let upper = Array(runs[run][middle...])
            runs[run].removeSubrange(middle...)
            runs.insert(upper, at: run + 1)
        }
    }

    /// Removes an element if it is there.
    mutating func remove(_ element: Element) {
        let run = runs.partitionIndex { ($0.last ?? element) < element }
        guard run < runs.count else { return }
        let offset = runs[run].partitionIndex { $0 < element }
        guard offset < runs[run].count, runs[run][offset] == element else { return }
        runs[run].remove(at: offset)
        if runs[run].isEmpty { runs.remove(at: run) }
    }

    /// Removes `old` and adds `new`; either may be absent.
    mutating func move(from old: Element?, to new: Element?) {
        guard old != new else { return }
        if let old { remove(old) }
        if let new { insert(new) }
    }

    /// The elements that are not smaller than `lower`, ascending, read lazily.
    func elements(from lower: Element) -> some Sequence<Element> {
        let run = runs.partitionIndex { ($0.last ?? lower) < lower }
        let offset = run < runs.count ? runs[run].partitionIndex { $0 < lower } : 0
        return Walk(runs: runs, run: run, offset: offset)
    }

    /// All elements, ascending.
    var elements: some Sequence<Element> { Walk(runs: runs, run: 0, offset: 0) }

    private struct Walk: Sequence, IteratorProtocol {
        let runs: [[Element]]
        var run: Int
        var offset: Int

        mutating func next() -> Element? {
            guard run < runs.count else { return nil }
            let element = runs[run][offset]
            offset += 1
            if offset == runs[run].count { (run, offset) = (run + 1, 0) }
            return element
        }
    }
}

extension Array {
    /// The first index whose element does not satisfy `isBefore`, which must hold for a prefix and nothing after it.
    fileprivate func partitionIndex(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
