import Foundation

/// The lines of standard input, as they are typed.
///
/// They are read on a thread of their own, because reading waits, and a task that waits for a person would keep others
/// from running. Lines that nobody has asked for yet are kept.
struct InputLines: Sendable {
    /// The lines, until the input ends.
    let lines: AsyncStream<String>

    /// Begins to read; once in a process.
    init() {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        let thread = Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        thread.start()
    }
}
