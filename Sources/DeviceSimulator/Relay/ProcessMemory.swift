import Foundation

/// The memory of a process on this computer, read from outside.
package struct ProcessMemory {
    private let processID: Int32

    /// Opens the process with this identifier; it has to belong to the same user.
    package init(of processID: Int32) {
        self.processID = processID
    }

    /// Returns how often each of `needles` occurs in the process's writable memory.
    ///
    /// Memory mapped from the program's own file is left out: it is the same in every process, and contains the
    /// constants of the demonstration itself.
    ///
    /// - Throws: when the process's memory cannot be read.
    package func occurrences(of needles: [[UInt8]]) throws -> [Int] {
        let maps = try String(contentsOfFile: "/proc/\(processID)/maps", encoding: .utf8)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/exe")
        let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(processID)/mem"))
        defer { try? memory.close() }
        var counts = needles.map { _ in 0 }
        let patterns = needles.map { Data($0) }
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = fields.first?.split(separator: "-") ?? []
            guard fields.count > 1, fields[1].hasPrefix("rw"), !line.hasSuffix(program), bounds.count == 2,
                let start = UInt64(bounds[0], radix: 16), let end = UInt64(bounds[1], radix: 16),
                (try? memory.seek(toOffset: start)) != nil
            else { continue }
            count(patterns, in: memory, bytes: end - start, into: &counts)
        }
        return counts
    }

    /// Reads the memory in pieces that overlap by the length of the longest pattern.
    private func count(_ patterns: [Data], in memory: FileHandle, bytes: UInt64, into counts: inout [Int]) {
        let overlap = max((patterns.map(\.count).max() ?? 1) - 1, 0)
        var carried = Data()
        var left = bytes
        while left > 0, let piece = try? memory.read(upToCount: Int(min(left, 4 << 20))), !piece.isEmpty {
            left -= UInt64(piece.count)
            let window = carried + piece
            for (index, pattern) in patterns.enumerated() {
                counts[index] += occurrences(of: pattern, in: window, endingAfter: carried.count)
            }
            carried = Data(window.suffix(overlap))
        }
    }

    private func occurrences(of pattern: Data, in window: Data, endingAfter carried: Int) -> Int {
        var count = 0
        var from = window.startIndex
        while let found = window.range(of: pattern, in: from..<window.endIndex) {
            if found.upperBound - window.startIndex > carried { count += 1 }
            from = found.lowerBound + 1
        }
        return count
    }
}
