package import AlarmCore
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import VirtualTime

/// Lets time pass in a simulation: for phones and gateway in this process, and for relays in processes of their own.
///
/// Time stands still as long as anybody does anything. Once all of them wait, it jumps to the next instant for which one
/// of them waits. So a day passes in seconds and nothing is ever late because the machine is slow. Only while somebody
/// waits for an answer that does not come does it flow as it really does.
package final class TimeKeeper: Sendable {
    /// Why time cannot go on.
    package enum Failure: Error, CustomStringConvertible {
        /// Somebody has been busy for too long, or did not show the new time.
        case restless(String)

        package var description: String {
            switch self {
            case .restless(let who): "the simulation does not come to rest: \(who)"
            }
        }
    }

    /// For how long one moment may really take; in it a relay may open databases, sign and sync.
    private static let patience = Duration.seconds(60)
    /// The pause between two looks at who is busy, in microseconds.
    private static let glance: UInt32 = 200
    /// The pause between two looks at who shows the new time, in microseconds; they answer at once.
    private static let blink: UInt32 = 20

    private let time: ManualTime
    private let links: KeeperLinks
    private let flow = TimeFlow()
    private let companions = Mutex<[Int32]>([])

    /// The present.
    package var now: Instant { time.now }

    /// The time by which phones live.
    package var phoneClock: PhoneClock {
        PhoneClock(now: { [time] in time.now }, sleep: { [time] in try await time.sleep(until: $0) })
    }

    /// What a relay's process has to be told to live by this time.
    package var environment: [String: String] {
        ["REVEILLE_SIMULATED_CLOCK": "127.0.0.1:\(links.port)"]
    }

    private init(time: ManualTime, links: KeeperLinks) {
        self.time = time
        self.links = links
    }

    /// Makes a keeper whose time stands at `start`; end it with ``stop()``.
    package static func start(at start: Instant) async throws -> TimeKeeper {
        let time = ManualTime(at: start)
        return TimeKeeper(time: time, links: try await KeeperLinks.listen(now: { time.now }))
    }

    /// Lets time flow as it really does while `condition` holds: while a gateway holds an answer back, say.
    package func flow(while condition: @escaping @Sendable () -> Bool) {
        flow.begin(while: condition)
    }

    /// Lets no time pass either while a process is busy that keeps no time, such as a mail server.
    package func watch(process: Int32) {
        companions.withLock { $0.append(process) }
    }

    /// Lets time pass until `end`, and everything that happens at that instant happen.
    ///
    /// - Parameters:
    ///   - end: the instant.
    ///   - pauses: is asked after every instant at which anything happened; time stands still there if it says so.
    /// - Throws: ``Failure``, or `CancellationError`.
    package func run(until end: Instant, pausing pauses: @escaping @Sendable () -> Bool = { false }) async throws {
        try await onThread { checkCancellation in
            try self.rest(checkCancellation)
            while self.now < end {
                try self.pass(to: self.nextInstant(before: end))
                try self.rest(checkCancellation)
                if pauses() { return }
            }
        }
    }

    /// Lets everything that is under way come to an end, without letting time pass.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    package func settle() async throws {
        try await onThread { try self.rest($0) }
    }

    /// Ends it; relays that live by it end too.
    package func stop() async {
        await links.close()
    }

    /// Where time goes next: to the next thing that happens, but no further than `end`, nor than it has really come.
    private func nextInstant(before end: Instant) -> Instant {
        let next = max(min([time.earliest, links.earliest].compactMap(\.self).min() ?? end, end), now)
        // Somebody hangs on an answer, so that a limit counted in real time may be what comes next.
        return flow.advance(from: now).map { min(next, $0) } ?? next
    }

    /// Shows everybody the new time, and only then wakes those who waited for it.
    private func pass(to instant: Instant) throws {
        let limit = ContinuousClock.now + Self.patience
        time.show(instant)
        links.send(.show(instant))
        while !links.all(show: instant) {
            guard ContinuousClock.now < limit else { throw Failure.restless("a relay does not show the time") }
            usleep(Self.blink)
        }
        time.wakeDue()
        links.send(.wake)
    }

    /// Waits until nobody does anything any more.
    private func rest(_ checkCancellation: () throws -> Void) throws {
        let limit = ContinuousClock.now + Self.patience
        var last: [ProcessActivity.Mark] = []
        while true {
            try checkCancellation()
            let others = (links.processes + companions.withLock(\.self)).map { ProcessActivity.of(process: $0) }
            let marks = ([.ofThisProcess] + others).map { $0.mark() }
            if marks == last, marks.allSatisfy(\.isResting) { return }
            guard ContinuousClock.now < limit else {
                let busy = marks.flatMap(\.busyThreads).joined(separator: ", ")
                throw Failure.restless("busy threads: \(busy.isEmpty ? "a different one each time" : busy)")
            }
            last = marks
            usleep(Self.glance)
        }
    }

    /// Runs `body` on a thread of its own, which can wait and does not count as somebody who does something.
    ///
    /// It is given what it has to call now and then: that throws once the task is cancelled.
    private func onThread(
        _ body: @escaping @Sendable (_ checkCancellation: () throws -> Void) throws -> Void
    ) async throws {
        let isCancelled = SharedValue(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread {
                    let result = Result {
                        try ProcessActivity.observing {
                            try body { if isCancelled.value { throw CancellationError() } }
                        }
                    }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            isCancelled.set(true)
        }
    }
}
