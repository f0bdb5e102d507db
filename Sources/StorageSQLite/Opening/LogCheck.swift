internal import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Looks for committed transactions that a write-ahead log has lost.
///
/// SQLite replays a log up to its first broken frame and takes the rest for an unfinished transaction. After a power
/// cut that is right; after damage it would silently lose alarms. The index beside the log, if the last process left
/// one of the same log, tells how far transactions had been committed: it is written after the log was synced, so it
/// never claims too much. Formats: SQLite, "The WAL File Format" and "WAL-mode File Format".
struct LogCheck {
    /// The largest log whose frames' checksums are computed: 64 MiB; of a larger one only the length is checked.
    private static let wholeLimit = 64 << 20
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    private static let indexBytes = 48

    /// The database's path.
    let path: String

    /// Compares log and index, if both are there.
    ///
    /// - Throws: ``StoreError/corrupt(path:detail:)`` when a committed frame is missing or broken.
    func run() throws(StoreError) {
        do {
            try look()
        } catch {
            // The last other process to close the database deletes index and log, perhaps between two of the reads.
            try look()
        }
    }

    private func look() throws(StoreError) {
        guard let index = read("-shm", count: 2 * Self.indexBytes, at: 0), index.count == 2 * Self.indexBytes,
            let header = read("-wal", count: Self.headerBytes, at: 0), header.count == Self.headerBytes,
            let committed = Self.committedFrames(index, salts: header[16..<24])
        else { return }
        let order: ByteOrder = header[3] & 1 == 1 ? .big : .little
        let pageSize = Int(ByteOrder.big.word(header, at: 8))
        let frameBytes = Self.frameHeaderBytes + pageSize
        let promised = Self.headerBytes + committed * frameBytes
        let size = DatabaseFile.size(of: path + "-wal")
        guard size >= promised else {
            throw broken("its log ends after \(size) of \(promised) committed bytes")
        }
        guard promised <= Self.wholeLimit else { return }
        var sum = Checksum(ByteOrder.big.word(header, at: 24), ByteOrder.big.word(header, at: 28))
        for number in 0..<committed {
            guard let frame = read("-wal", count: frameBytes, at: Self.headerBytes + number * frameBytes),
                frame.count == frameBytes
            else { throw broken("frame \(number + 1) of its log cannot be read") }
            sum.add(frame[0..<8], order)
            sum.add(frame[Self.frameHeaderBytes...], order)
            let stored = Checksum(ByteOrder.big.word(frame, at: 16), ByteOrder.big.word(frame, at: 20))
            guard frame[8..<16] == header[16..<24], sum == stored else {
                throw broken("frame \(number + 1) of the \(committed) committed ones in its log is broken")
            }
        }
    }

    private func broken(_ detail: String) -> StoreError { .corrupt(path: path, detail: detail) }

    /// The number of frames that the index calls committed; nil for an index that is of another log, or incomplete
    /// itself.
    private static func committedFrames(_ index: [UInt8], salts: ArraySlice<UInt8>) -> Int? {
        let version = ByteOrder.native.word(index, at: 0)
        let isWhole = index[..<indexBytes] == index[indexBytes...]
        guard version == 3_007_000, index[12] == 1, isWhole, index[32..<40] == salts else { return nil }
        return Int(ByteOrder.native.word(index, at: 16))
    }

    /// Reads a part of a file beside the database; nil where there is none.
    private func read(_ suffix: String, count: Int, at offset: Int) -> [UInt8]? {
        // Closing a descriptor drops all of the process's locks on a file: so only before SQLite has opened it.
        let descriptor = unsafe open(path + suffix, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, found in
            found = max(unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
        }
    }

    /// The byte order of a word.
    private enum ByteOrder {
        case big
        case little

        static var native: ByteOrder { UInt32(1).littleEndian == 1 ? .little : .big }

        func word(_ bytes: [UInt8], at offset: Int) -> UInt32 { word(bytes[offset..<offset + 4], offset) }

        func word(_ bytes: ArraySlice<UInt8>, _ start: Int) -> UInt32 {
            let (a, b) = (UInt32(bytes[start]), UInt32(bytes[start + 1]))
            let (c, d) = (UInt32(bytes[start + 2]), UInt32(bytes[start + 3]))
            return self == .big ? a << 24 | b << 16 | c << 8 | d : d << 24 | c << 16 | b << 8 | a
        }
    }

    /// The running checksum of a log.
    private struct Checksum: Equatable {
        var first: UInt32
        var second: UInt32

        init(_ first: UInt32, _ second: UInt32) {
            self.first = first
            self.second = second
        }

        mutating func add(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) {
            for start in stride(from: bytes.startIndex, to: bytes.endIndex - 7, by: 8) {
                first = first &+ order.word(bytes, start) &+ second
                second = second &+ order.word(bytes, start + 4) &+ first
            }
        }
    }
}
