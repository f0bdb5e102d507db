import Storage
import Synchronization

/// What one dispatcher has in hand: letters that wait to be sent, and results that wait to be written.
///
/// Leases, sends and results each go on at their own pace: a gateway is kept busy while the next letters are leased, and
/// the results that come in meanwhile share one transaction.
final class Outbound: Sendable {
    /// How few letters wait when it is time to lease more.
    let reserve: Int
    /// How many letters one lease takes at most, and how many results one transaction.
    let batch: Int

    /// How many letters to people without the app are under way at once at most, so that a mail server that hangs holds up no
    /// ring.
    ///
    /// A quarter of all.
    let slowLimit: Int
    /// How many letters wait in all before no more are leased, be most of them slow ones.
    let room: Int

    /// Makes an empty one for so many letters under way at once.
    ///
    /// Three times as many wait, as a gateway takes while a lease is committed behind a batch of wakes, and a lease takes
    /// twice as many. So the last of all is begun when five pushes have ended before it on its place: before its lease of
    /// 60 s ends, where every push takes the 10 s that it may.
    init(sendsInFlight: Int) {
        reserve = sendsInFlight * 3
        batch = sendsInFlight * 2
        slowLimit = max(sendsInFlight / 4, 1)
        room = sendsInFlight * 20
    }

    /// What became of one letter.
    struct Result: Sendable {
        let row: DeliveryRow
        let result: DeliveryResult
        /// Spreads the retries of those that fail together; 0..<1.
        let jitter: Double
    }

    private struct State {
        /// Those that wait, the next one last.
        var letters: [Letter] = []
        /// How many of them are slow.
        var slowWaiting = 0
        var senders = 0
        /// How many slow ones are under way.
        var slow = 0
        var results: [Result] = []
        var isRecording = false
        /// Whether somebody waits for letters to run short.
        var isShortageAwaited = false

        /// The next one that may go: slow ones wait while enough of them are under way.
        mutating func take(slowLimit: Int) -> Letter? {
            guard let index = letters.lastIndex(where: { !$0.isSlow || slow < slowLimit }) else { return nil }
            let letter = letters.remove(at: index)
            if letter.isSlow {
                slowWaiting -= 1
                slow += 1
            }
            return letter
        }

        /// Whether few wait that could go at once.
        func isShort(reserve: Int, room: Int) -> Bool {
            letters.count <= reserve || letters.count <= room && letters.count - slowWaiting <= reserve
        }
    }

    private let state = Mutex(State())

    /// Whether more letters should be leased; if not, ``next()`` will say when.
    func needsMore() -> Bool {
        state.withLock { state in
            let isShort = state.isShort(reserve: reserve, room: room)
            state.isShortageAwaited = !isShort
            return isShort
        }
    }

    /// Takes letters, in the order in which they are to be sent; returns how many more senders are needed.
    func add(_ letters: [Letter], senders limit: Int) -> Int {
        state.withLock { state in
            state.letters = letters.reversed() + state.letters
            state.slowWaiting += letters.count(where: \.isSlow)
            let more = max(min(limit, state.senders + letters.count) - state.senders, 0)
            state.senders += more
            return more
        }
    }

    /// The next letter for a sender who has sent `last`, which ends when there is none that may go; and whether letters have
    /// run short now.
    func next(after last: Letter?) -> (letter: Letter?, isShort: Bool) {
        state.withLock { state in
            if last?.isSlow ?? false { state.slow -= 1 }
            guard let letter = state.take(slowLimit: slowLimit) else {
                state.senders -= 1
                return (nil, false)
            }
            let isShort = state.isShortageAwaited && state.isShort(reserve: reserve, room: room)
            if isShort { state.isShortageAwaited = false }
            return (letter, isShort)
        }
    }

    /// Takes a result; whoever is told true has to write it down, and what comes in meanwhile.
    func add(_ result: Result) -> Bool {
        state.withLock { state in
            state.results.append(result)
            defer { state.isRecording = true }
            return !state.isRecording
        }
    }

    /// The results to write next, oldest first; when there are none, nobody writes any more.
    func takeResults() -> [Result] {
        state.withLock { state in
            let taken = Array(state.results.prefix(batch))
            state.results.removeFirst(taken.count)
            state.isRecording = !taken.isEmpty
            return taken
        }
    }

    /// Gives back the letters that nobody has begun to send.
    func withdraw() -> [Letter] {
        state.withLock { state in
            defer { (state.letters, state.slowWaiting) = ([], 0) }
            return state.letters.reversed()
        }
    }
}
