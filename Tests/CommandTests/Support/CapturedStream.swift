import Foundation
import Synchronization

/// The output of a process on one stream, line by line and as a whole.
///
/// One task at a time may ask for lines.
final class CapturedStream: Sendable {
    private let all = Mutex<[UInt8]>([])
    private let lines: AsyncStream<String>

    /// Starts to read on a separate thread, because reading blocks.
    init(_ handle: FileHandle) {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        let thread = Thread { [weak self] in
            var pending: [UInt8] = []
            while true {
                let data = handle.availableData
                guard !data.isEmpty else { break }
                self?.all.withLock { $0 += data }
                pending += data
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending.removeFirst(end + 1)
                }
            }
            if !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
            continuation.finish()
        }
        thread.start()
    }

    /// All output so far.
    var text: String { all.withLock { String(decoding: $0, as: UTF8.self) } }

    /// The next line; nil at the end, or when the task is cancelled.
    func nextLine() async -> String? {
        await lines.first { _ in true }
    }
}
