import AlarmCore
import Delivery
import Logging
import ServiceLifecycle
import Storage

/// Takes deliveries out of the outbox, sends them, and feeds the results back.
///
/// A delivery is leased in one transaction, checked once more against its alarm just before it is sent, and its result
/// committed in another. After a crash in between, the lease expires and the same delivery is sent again under the same
/// identifier, by which gateway and phone recognise it.
package struct Dispatcher: Service {
    private let engine: Engine

    /// Makes a dispatcher that leases as the engine's node.
    package init(engine: Engine) {
        self.engine = engine
    }

    package func run() async throws {
        await withTaskExecutorPreference(engine.executor) {
            await cancelWhenGracefulShutdown { await work() }
        }
    }

    /// Sends until the task is cancelled, and then waits for the deliveries under way.
    package func work() async {
        let outbound = OutboundQueue(sendsInFlight: engine.limits.sendsInFlight)
        await withDiscardingTaskGroup { tasks in
            while !Task.isCancelled {
                do {
                    try await runOnce(outbound, &tasks)
                } catch is CancellationError {
                    break
                } catch {
                    engine.logger.error("sending failed; trying again in a second", metadata: ["error": "\(error)"])
                    try? await engine.clock.pause(for: .seconds(1))
                }
            }
            start(in: &tasks) { await release(outbound.withdraw(), outbound) }
        }
    }

    /// Leases deliveries that may be sent now, or sleeps until one may be sent or the wake signal is raised.
    private func runOnce(_ outbound: OutboundQueue, _ tasks: inout DiscardingTaskGroup) async throws {
        guard outbound.needsMore() else {
            await engine.dispatcherSignal.wait(until: nil, by: engine.clock)
            return
        }
        let deliveries = try await nextDeliveries(limit: outbound.batch)
        for _ in 0..<outbound.add(deliveries, senders: engine.limits.sendsInFlight) {
            start(in: &tasks) { await send(from: outbound) }
        }
        guard deliveries.count < outbound.batch else { return }
        let next = try await engine.read(by: .alarmPath) { try $0.earliestDelivery() }
        // Deliveries that another process leaves behind raise no signal here.
        await engine.dispatcherSignal.wait(until: next, atMost: engine.pollInterval, by: engine.clock)
    }

    /// Runs `body` as a task of its own.
    ///
    /// So a shutdown does not interrupt what a gateway may already have accepted.
    private func start(in tasks: inout DiscardingTaskGroup, _ body: @escaping @Sendable () async -> Void) {
        let task = Task(executorPreference: engine.executor) { await body() }
        tasks.addTask { await task.value }
    }

    /// Sends deliveries until there are none; the first sender to find no writer commits the results.
    private func send(from outbound: OutboundQueue) async {
        var last: PreparedDelivery?
        while true {
            let (next, isShort) = outbound.next(after: last)
            if isShort { engine.dispatcherSignal.raise() }
            guard let delivery = next else { return }
            last = delivery
            let result = await engine.send(delivery)
            engine.inFlight.leave(delivery.row.order.id)
            await record(result, of: delivery, outbound)
        }
    }

    private func record(_ result: DeliveryResult, of delivery: PreparedDelivery, _ outbound: OutboundQueue) async {
        var jitter = 0.0
        if case .outcome(.retry, _) = result { jitter = engine.random.draw { Double.random(in: 0..<1, using: &$0) } }
        let ended = OutboundQueue.FinishedDelivery(
            row: delivery.row,
            result: result,
            origin: delivery.origin,
            jitter: jitter
        )
        guard outbound.add(ended) else { return }
        while true {
            let results = outbound.takeResults()
            guard !results.isEmpty else { return }
            await engine.record(results)
        }
    }

    /// Releases leased deliveries that will not be sent.
    private func release(_ deliveries: [PreparedDelivery], _ outbound: OutboundQueue) async {
        for delivery in deliveries {
            engine.inFlight.leave(delivery.row.order.id)
            await record(.unsent, of: delivery, outbound)
        }
    }

    /// Sends one batch of deliveries and waits for the results; returns the number of deliveries.
    package func sendReady() async throws -> Int {
        let outbound = OutboundQueue(sendsInFlight: engine.limits.sendsInFlight)
        let deliveries = try await nextDeliveries(limit: outbound.batch)
        await withDiscardingTaskGroup { sends in
            for _ in 0..<outbound.add(deliveries, senders: deliveries.count) {
                sends.addTask { await send(from: outbound) }
            }
        }
        return deliveries.count
    }

    /// Leases deliveries and then checks them once more, in this order; see ``InFlight``.
    private func nextDeliveries(limit: Int) async throws -> [PreparedDelivery] {
        let leased = try await lease(limit)
        engine.inFlight.enter(leased)
        do {
            return try await check(leased)
        } catch {
            for row in leased { engine.inFlight.leave(row.order.id) }
            throw error
        }
    }

    /// Checks leased deliveries, retrying for a second if the store cannot be read: otherwise leases would expire.
    private func check(_ leased: [DeliveryRow]) async throws -> [PreparedDelivery] {
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
        let moment = engine.node.moment
        let listeners = engine.listenersToServe()
        let (node, rows) = try await engine.write(by: .alarmPath) { tx in
            let node = try tx.renewNode()
            let end = tx.now + tx.engine.limits.lease
            var rows = try tx.transaction.leaseDeliveries(
                at: tx.now,
                until: end,
                holder: node.leaseHolder,
                limit: limit
            )
            if !listeners.isEmpty {
                rows += try tx.transaction.leaseDeliveries(
                    awaiting: listeners,
                    until: end,
                    holder: node.leaseHolder,
                    limit: limit
                )
            }
            return (node, rows)
        }
        engine.note(heartbeatAs: node, since: moment)
        return rows
    }
}
