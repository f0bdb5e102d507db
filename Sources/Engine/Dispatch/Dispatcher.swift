import AlarmCore
import Delivery
import Logging
import ServiceLifecycle
import Storage

/// Takes deliveries out of the outbox, sends them, and feeds the results back.
///
/// A delivery is leased in one transaction, checked once more against its alarm just before it is sent, and its result
/// committed in another. A crash in between leaves the lease to run out, and the same delivery is sent again under the
/// same name, by which gateway and phone know it.
package struct Dispatcher: Service {
    /// How long it waits at most before it looks again.
    ///
    /// 60 s.
    private static let longestWait = Span.seconds(60)

    private let engine: Engine
    private let holder: String

    /// Makes a dispatcher that leases under the name `holder`.
    package init(engine: Engine, holder: String) {
        self.engine = engine
        self.holder = holder
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
    }

    /// Sends until the task is cancelled, and then waits for what is under way.
    package func work() async {
        let outbound = Outbound(sendsInFlight: engine.limits.sendsInFlight)
        await withDiscardingTaskGroup { tasks in
            while !Task.isCancelled {
                do {
                    try await turn(outbound, &tasks)
                } catch is CancellationError {
                    break
                } catch {
                    engine.logger.error("sending failed; trying again in a second", metadata: ["error": "\(error)"])
                    try? await engine.clock.pause(for: .seconds(1))
                }
            }
            start(in: &tasks) { await giveBack(outbound.withdraw(), outbound) }
        }
    }

    /// Leases what may be sent now; when nothing may, sleeps until something may, or a call of the bell.
    private func turn(_ outbound: Outbound, _ tasks: inout DiscardingTaskGroup) async throws {
        guard outbound.needsMore() else {
            await engine.dispatcherBell.wait(until: nil, by: engine.clock)
            return
        }
        let letters = try await nextLetters(limit: outbound.batch)
        guard !letters.isEmpty else {
            let next = try await engine.read { try $0.earliestDelivery() }
            // What another node leaves behind rings no bell here.
            let look = engine.clock.now() + Self.longestWait
            await engine.dispatcherBell.wait(until: next.map { min($0, look) } ?? look, by: engine.clock)
            return
        }
        for _ in 0..<outbound.add(letters, senders: engine.limits.sendsInFlight) {
            start(in: &tasks) { await send(from: outbound) }
        }
    }

    /// Runs something as a task of its own, so that a shutdown does not tear what a gateway may already have taken.
    private func start(in tasks: inout DiscardingTaskGroup, _ body: @escaping @Sendable () async -> Void) {
        let task = Task(executorPreference: engine.executor) { await body() }
        tasks.addTask { await task.value }
    }

    /// Sends one letter after another until there are none; the one who finds nobody doing so writes down the results.
    private func send(from outbound: Outbound) async {
        var last: Letter?
        while true {
            let (next, isShort) = outbound.next(after: last)
            if isShort { engine.dispatcherBell.ring() }
            guard let letter = next else { return }
            last = letter
            let result = await engine.send(letter)
            engine.inFlight.leave(letter.row.order.id)
            await record(result, of: letter, outbound)
        }
    }

    private func record(_ result: DeliveryResult, of letter: Letter, _ outbound: Outbound) async {
        var jitter = 0.0
        if case .outcome(.retry, _) = result { jitter = engine.random.draw { Double.random(in: 0..<1, using: &$0) } }
        guard outbound.add(Outbound.Result(row: letter.row, result: result, jitter: jitter)) else { return }
        while case let results = outbound.takeResults(), !results.isEmpty {
            await engine.record(results)
        }
    }

    /// Lets others have what was leased and will not be sent.
    private func giveBack(_ letters: [Letter], _ outbound: Outbound) async {
        for letter in letters {
            engine.inFlight.leave(letter.row.order.id)
            await record(.unsent, of: letter, outbound)
        }
    }

    /// Sends one batch of what may be sent now and waits for the results; tells how many deliveries it held.
    package func sendReady() async throws -> Int {
        let outbound = Outbound(sendsInFlight: engine.limits.sendsInFlight)
        let letters = try await nextLetters(limit: outbound.batch)
        await withDiscardingTaskGroup { sends in
            for _ in 0..<outbound.add(letters, senders: letters.count) {
                sends.addTask { await send(from: outbound) }
            }
        }
        return letters.count
    }

    /// Leases deliveries and checks them once more, in this order; see ``InFlight``.
    private func nextLetters(limit: Int) async throws -> [Letter] {
        let leased = try await lease(limit)
        engine.inFlight.enter(leased)
        do {
            return try await check(leased)
        } catch {
            for row in leased { engine.inFlight.leave(row.order.id) }
            throw error
        }
    }

    /// Checks leased deliveries, a second long if the store cannot be read: they would else wait for their leases to end.
    private func check(_ leased: [DeliveryRow]) async throws -> [Letter] {
        for _ in 1..<5 {
            do {
                return try await engine.prepare(leased)
            } catch {
                engine.logger.error("checking deliveries failed", metadata: ["error": "\(error)"])
                try await engine.clock.pause(for: .milliseconds(200))
            }
        }
        return try await engine.prepare(leased)
    }

    private func lease(_ limit: Int) async throws -> [DeliveryRow] {
        let holder = holder
        return try await engine.write { work in
            try work.transaction.leaseDeliveries(
                at: work.now,
                until: work.now + work.engine.limits.lease,
                holder: holder,
                limit: limit
            )
        }
    }
}
