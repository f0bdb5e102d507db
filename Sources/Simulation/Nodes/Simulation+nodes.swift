import AlarmCore
import CoreMetrics
import Delivery
import Engine
import Features
import Logging
import Sealing
import Storage

extension Simulation {
    /// The topic for which the simulated gateway has a key.
    static let topic = "com.example.reveille"
    /// How long a process that is told to stop may take, as a relay may.
    private static let grace = Span.seconds(20)

    /// Starts a relay on a node.
    func boot(_ node: Node) {
        lives += 1
        let life = NodeProcess(node: node.number, number: lives, now: now, reading: node.clock.reading(at: now))
        let (world, ownLife) = (ThreadConfined(self), ThreadConfined(life))
        let executor = NodeExecutor(world, ownLife)
        let waiting = SimulatedWait(world: world, life: ownLife)
        let engine = makeEngine(waiting, on: node, executor)
        life.engine = engine
        life.executor = executor
        node.life = life
        processes.append(life)
        note("node \(node.number) starts")
        do {
            try checkStore(atRest: false)
        } catch {
            model.fail("the store cannot be read: \(error)")
        }
        // Time in which another node ran is no absence.
        if let leftAt, nodes.allSatisfy({ $0 === node || $0.life == nil }) {
            let absence = Absence(from: leftAt, until: life.lastReading)
            if absence.length >= .seconds(1) { model.absences.append(absence) }
        }
        let isLate = mutant == .recoveredLate
        let heartbeatRecorder = HeartbeatRecorder(
            engine: engine,
            pausingBy: NodeClock(waiting: waiting),
            interval: profile.heartbeatInterval,
            readings: nil,
            steps: ClockSteps()
        )
        // In the order of a relay, which takes requests once it has begun, and whose inner services end last.
        life.tasks.append(
            Task(executorPreference: executor) {
                do {
                    try await engine.begin()
                } catch {
                    return waiting.world.value.crash(ownLife.value, "at its start")
                }
                let outer = Task(executorPreference: executor) {
                    await withTaskGroup { services in
                        services.addTask { await Scheduler(engine: engine).work() }
                        services.addTask { await Dispatcher(engine: engine).work() }
                        if isLate {
                            services.addTask {
                                try? await waiting.pause(for: .milliseconds(100))
                                try? await engine.begin()
                            }
                        }
                    }
                }
                ownLife.value.open(with: outer)
                await withTaskGroup { services in
                    services.addTask { await Housekeeper(engine: engine).work() }
                    services.addTask { await heartbeatRecorder.work() }
                    if engine.node.isShared { services.addTask { await NodeHeartbeats(engine: engine).work() } }
                    await outer.value
                    services.cancelAll()
                }
                guard !ownLife.value.isOver else { return }
                await engine.recordLastHeartbeat()
                if engine.node.isShared { await engine.leave() }
                waiting.world.value.end(ownLife.value)
            }
        )
    }

    /// Makes an engine of a node: its relay's, or that of a program beside it which hears of a letter.
    func makeEngine(
        _ waiting: SimulatedWait,
        on node: Node,
        _ executor: NodeExecutor,
        hearing letter: SendAttempt? = nil,
        _ report: DeliveryReport? = nil
    ) -> Engine {
        let returning = letter.flatMap { letter in report.map { ReturnedLetter(letter: letter, report: $0) } }
        return Engine(
            store: NodeStore(waiting: waiting, base: base, returning: ThreadConfined(returning)),
            clock: NodeClock(waiting: waiting),
            zones: SimulatedZones(node: node, isDeaf: mutant == .zoneChangeIgnored),
            vault: Self.vault,
            gateways: Gateways(
                NodeChannel(waiting: waiting),
                NodeBrowserChannel(waiting: waiting),
                contactChannels: ContactChannels(
                    origin: "https://relay.example.org",
                    mail: NodeMail(waiting: waiting),
                    sms: NodeMail(waiting: waiting),
                    segmentsPerDay: 100_000,
                    calls: NodeMail(waiting: waiting),
                    callsPerDay: 100_000,
                    webhook: NodeWebhooks(waiting: waiting)
                )
            ),
            kinds: .builtIn,
            policies: mutant?.policies ?? [:],
            pollInterval: profile.pollInterval,
            registration: .open,
            nodeName: "node \(node.number)",
            nodeTiming: profile.nodeTiming,
            random: RandomSource(SeededGenerator(seed: chance.next())),
            metrics: Self.metrics,
            logger: Self.logger,
            executor: executor
        )
    }

    /// Ends a process at this very point, and starts another one on the node later.
    func crash(_ life: NodeProcess, _ where: String) {
        guard !life.isOver else { return }
        crashes += 1
        note("node \(life.node) crashes \(`where`)")
        leave(life)
    }

    /// Tells a process to stop: it takes no more requests, and ends once nothing is sent any more, or is killed.
    func stop(_ life: NodeProcess) {
        guard !isHealed, life.isOpen, !life.isOver else { return }
        note("node \(life.node) is told to stop")
        life.isOpen = false
        life.services?.cancel()
        // It wakes and sends nothing any more.
        disturb(life, for: .minutes(5))
        plan(in: Self.grace) { [unowned self] in crash(life, "as it takes too long to stop") }
    }

    /// Ends a process that has stopped.
    func end(_ life: NodeProcess) {
        guard !life.isOver else { return }
        note("node \(life.node) has stopped")
        leave(life)
    }

    private func leave(_ life: NodeProcess) {
        life.end(at: now)
        remains.append(life)
        let node = nodes[life.node]
        node.life = nil
        leftAt = node.clock.reading(at: now)
        let pause = roll(1, in: 8) ? span(60_000...2_400_000) : span(50...20_000)
        plan(in: isHealed ? span(50...1000) : pause) { [unowned self] in
            if node.life == nil { boot(node) }
        }
    }

    /// Whether a crash is allowed now.
    var mayCrash: Bool { profile.hasCrashes && !isHealed }

    /// Restarts the measurement of the time in which nothing disturbs a process.
    func disturb(_ life: NodeProcess, for span: Span = .zero) {
        life.calmSince = max(life.calmSince, now + span)
    }

    /// Does the same for every running process.
    func disturbAll(for span: Span = .zero) {
        for node in nodes { if let life = node.life { disturb(life, for: span) } }
    }

    // MARK: Store

    /// Draws delays and failures of a transaction.
    func writeFault(by life: NodeProcess) -> StoreFault {
        var fate = readFault(by: life)
        if mayCrash, roll(1, in: profile.isLong ? 1200 : 60) {
            fate.error = nil
            fate.crash = roll(1, in: 2) ? .before : .after
        }
        return fate
    }

    /// Draws delays and failures of a read.
    func readFault(by life: NodeProcess) -> StoreFault {
        var fate = StoreFault()
        guard !isHealed, !life.isOver else { return fate }
        if profile.hasSlowStore, roll(1, in: 6) {
            fate.before = roll(1, in: 20) ? span(0...8_000) : span(0...400)
            fate.after = roll(1, in: 10) ? span(0...8_000) : span(0...400)
            disturb(life, for: fate.before + fate.after)
        }
        if profile.hasStoreErrors, roll(1, in: 50) {
            fate.error = roll(1, in: 3) ? .full : .failed("simulated")
        }
        return fate
    }

    /// Wraps a transaction for the model to watch, or for a mutant to break.
    func watch(_ transaction: any Transaction, by life: NodeProcess) -> RecordingTransaction {
        mutant == nil
            ? RecordingTransaction(transaction, world: self, life: life)
            : BrokenTransaction(transaction, world: self, life: life)
    }

    // MARK: Clock

    /// Reads the node's clock for a process.
    func readClock(for life: NodeProcess) -> Instant {
        guard !life.isOver else { return life.lastReading }
        var reading = nodes[life.node].clock.reading(at: now)
        if mutant == .clockAhead { reading = reading + .seconds(3) }
        life.lastReading = reading
        model.latestReading = max(model.latestReading, reading)
        return reading
    }

    /// Plans the end of a sleep, at the clock's present rate.
    func planWaking(_ ticket: Int, of life: NodeProcess) {
        guard let end = life.sleepers[ticket] else { return }
        plan(at: nodes[life.node].clock.truth(of: end, from: now)) { [unowned self] in wakeIfDue(ticket, of: life) }
    }

    private func wakeIfDue(_ ticket: Int, of life: NodeProcess) {
        guard !life.isOver, let end = life.sleepers[ticket] else { return }
        if nodes[life.node].clock.reading(at: now) >= end {
            life.release(ticket)
        } else {
            planWaking(ticket, of: life)
        }
    }

    /// Sets a node's clock forward or back; sleepers notice within a second.
    func step(clockOf node: Node, by span: Span) {
        note("node \(node.number): the clock is set by \(span.milliseconds) ms")
        node.clock.step(by: span)
        noticeClock(of: node)
    }

    /// Sets every clock right.
    func correctClocks() {
        for node in nodes {
            node.clock.correct(at: now)
            noticeClock(of: node)
        }
    }

    private func noticeClock(of node: Node) {
        model.clockDisturbed = now
        guard let life = node.life, mutant != .clockStepUnnoticed else { return }
        disturb(life, for: .seconds(1))
        for ticket in life.sleepers.keys.sorted() {
            plan(in: self.span(0...1000)) { [unowned self] in wakeIfDue(ticket, of: life) }
        }
    }

    // MARK: What every relay shares

    private static let logger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
    private static let metrics = EngineMetrics(factory: NOOPMetricsHandler.instance)
    static let vault = Vault(keyring: keyring)
    private static let keyring: Keyring = {
        func key(_ byte: UInt8) -> String { Base64URL.encode([UInt8](repeating: byte, count: 32)) }
        do {
            return try Keyring(
                parsing: """
                    reveille-keyring 1
                    lookup \(key(1))
                    key 00000001 2026-01-01T00:00:00Z \(key(2)) active
                    """
            )
        } catch {
            preconditionFailure("the simulation's keyring cannot be read: \(error)")
        }
    }()
}
