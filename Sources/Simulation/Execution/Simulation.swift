import AlarmCore
import AlarmWire
import Engine
import Sealing
import Storage

/// One run: a relay, its people and all that can go wrong, in one thread and in an order that the seed decides.
///
/// At each step the generator picks one of the jobs that could run, or lets the next event happen. There is no other
/// source of order: the same seed makes the same run.
final class Simulation {
    /// A Saturday evening before the clocks of central Europe go forward: 2027-03-27T21:00:00Z.
    static let epoch = Instant(seconds: 1_806_181_200)
    /// Number of steps after which a run counts as an endless loop.
    private static let stepLimit = 3_000_000

    let seed: UInt64
    let mutant: Mutant?
    var chance: SeededGenerator
    /// The source of which devices are browsers.
    var browserChance: SeededGenerator
    /// The source of what some runs have besides.
    var extraChance: SeededGenerator
    /// Decides who wants to be called: a run in which nobody does stays as it is.
    var callChance: SeededGenerator
    var profile: FaultProfile
    var log: RunLog
    /// The true time, which no clock need show.
    var now: Instant
    var eventQueue = EventQueue()
    /// Jobs that could run now.
    var ready: [ReadyJob] = []
    let base = InMemoryStore()
    private(set) lazy var model = Model(world: self)
    var nodes: [Node] = []
    /// Every process so far.
    var processes: [NodeProcess] = []
    var lives = 0
    var couples: [SimulatedPair] = []
    var phones: [DeviceID: Phone] = [:]
    /// People who check in.
    var watched: [SimulatedCheckIns] = []
    /// Care circles.
    var households: [SimulatedCareCircle] = []
    /// Families who remind one another.
    var families: [SimulatedFamily] = []
    /// Number of people who have not yet ended their check-ins after all faults.
    var openEnds = 0
    var sendAttempts: [SendAttempt] = []
    var requests = 0
    /// The request whose transaction is running.
    var serving: DeviceRequest?
    /// The letter on which the running transaction has a report.
    var returning: ReturnedLetter?
    /// Processes that ended during the present job, whose tasks are still to be cleared.
    var remains: [NodeProcess] = []
    /// Whether the faults are over, after which everything has to come to rest.
    var isHealed = false
    /// Time at which the faults are over.
    var healsAt = Simulation.epoch
    private(set) var steps = 0
    var crashes = 0
    /// Reading of its clock when the last process crashed.
    var leftAt: Instant?
    var tickets = 0

    init(seed: UInt64, mutant: Mutant?, keeping: RunLog.Keeping) {
        var chance = SeededGenerator(seed: seed)
        var browserChance = SeededGenerator(seed: ~seed)
        var extraChance = SeededGenerator(seed: seed &+ 0x9E37_79B9_7F4A_7C15)
        var callChance = SeededGenerator(seed: seed &+ 0xC2B2_AE3D_27D4_EB4F)
        var pollChance = SeededGenerator(seed: seed &+ 0x3C6E_F372_FE94_F82A)
        var profile = FaultProfile(using: &chance)
        profile.hasBrowsers = Int.random(in: 0..<3, using: &browserChance) == 0
        profile.addExtras(using: &extraChance)
        profile.hasCalls = profile.hasCare && Bool.random(using: &callChance)
        profile.drawPollInterval(using: &pollChance)
        now = Self.epoch + .seconds(Int64.random(in: 0..<10_800, using: &chance))
        log = RunLog(keeping: keeping)
        self.seed = seed
        self.mutant = mutant
        self.chance = chance
        self.browserChance = browserChance
        self.extraChance = extraChance
        self.callChance = callChance
        self.profile = profile
    }

    /// Runs to the end, or to the first broken promise.
    func run() -> SimulationReport {
        note("seed \(seed): \(profile)")
        do {
            try prepare()
            while model.violation == nil, !isAtRest {
                guard steps < Self.stepLimit else {
                    model.fail("the run does not come to an end")
                    break
                }
                step()
            }
            if model.violation == nil { try checkStore(atRest: true) }
        } catch {
            model.fail("the simulation itself failed: \(error)")
        }
        if let violation = model.violation { note("BROKEN: \(violation)") }
        let report = SimulationReport(
            seed: seed,
            hash: log.hash,
            steps: steps,
            commits: model.version,
            pushes: sendAttempts.count,
            crashes: crashes,
            races: model.races,
            violation: model.violation,
            log: log.lastLines
        )
        dismantle()
        return report
    }

    private func step() {
        steps += 1
        let isSluggish = profile.sluggishness > 0 && !isHealed && roll(profile.sluggishness, in: 100)
        if !ready.isEmpty, !(isSluggish && happensSoon) {
            let index = ready.count == 1 ? 0 : Int.random(in: 0..<ready.count, using: &chance)
            log.mix(UInt64(index) << 32 | UInt64(ready.count))
            let job = ready.remove(at: index)
            job.run()
            if mayCrash, roll(1, in: 20_000) { crash(job.life, "between two steps") }
        } else if let (at, action) = eventQueue.pop() {
            now = max(now, at)
            log.mix(UInt64(bitPattern: now.milliseconds))
            action()
            model.checkTime()
        } else {
            model.fail("nothing can ever happen again")
        }
        clearRemains()
    }

    /// Whether the next event is so soon that it may come before a job that is ready.
    private var happensSoon: Bool {
        eventQueue.next.map { $0 <= now + .milliseconds(40) } ?? false
    }

    /// Runs the remaining tasks of ended processes to their end, without any effect.
    private func clearRemains() {
        while let life = remains.first {
            guard let index = ready.firstIndex(where: { $0.life === life }) else {
                remains.removeFirst()
                continue
            }
            ready.remove(at: index).run()
        }
    }

    /// Runs an operation on the store at once, outside any process.
    func onStore(_ body: @escaping @Sendable (InMemoryStore) async throws -> Void) throws {
        let outsider = NodeProcess(node: 0, number: 0, now: now, reading: now)
        let executor = NodeExecutor(ThreadConfined(self), ThreadConfined(outsider))
        let outcome = Outcome()
        let (kept, base) = (ThreadConfined(outcome), base)
        Task(executorPreference: executor) {
            do {
                try await body(base)
                kept.value.result = .success(())
            } catch {
                kept.value.result = .failure(error)
            }
        }
        while outcome.result == nil {
            guard let index = ready.firstIndex(where: { $0.life === outsider }) else { throw NodeCrashed() }
            ready.remove(at: index).run()
        }
        try outcome.result?.get()
    }

    private final class Outcome {
        var result: Result<Void, any Error>?
    }

    /// Compares the whole store with the model.
    func checkStore(atRest: Bool) throws {
        let world = ThreadConfined(self)
        try onStore { base in
            try await base.read { snapshot in
                try world.value.model.compare(with: snapshot)
                if atRest { try world.value.model.checkRest(snapshot) }
            }
        }
    }

    /// Ends every process, so that no task outlives the run.
    private func dismantle() {
        for node in nodes {
            guard let life = node.life else { continue }
            life.end(at: now)
            remains.append(life)
        }
        clearRemains()
        // Processes and what runs in them hold one another.
        for life in processes { life.dismantle() }
        processes = []
        nodes = []
        eventQueue = EventQueue()
        sendAttempts = []
    }
}

extension Simulation {
    /// Writes a line into the log.
    func note(_ line: @autoclosure () -> String) {
        log.add(line(), at: now - Self.epoch)
    }

    /// Draws a random number.
    func draw<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        Number.random(in: range, using: &chance)
    }

    /// Draws a random span, in milliseconds.
    func span(_ range: ClosedRange<Int64>) -> Span {
        .milliseconds(draw(range))
    }

    /// Returns true with a probability of `part` in `whole`.
    func roll(_ part: Int, in whole: Int) -> Bool {
        draw(0...whole - 1) < part
    }

    /// Returns a new ticket for a waiting task.
    func nextTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Plans an event after a span of true time.
    func plan(in span: Span, _ action: @escaping () -> Void) {
        eventQueue.add(at: now + max(span, .zero), tie: chance.next(), action)
    }

    /// Plans an event at a true time, or now if that time is past.
    func plan(at instant: Instant, _ action: @escaping () -> Void) {
        eventQueue.add(at: max(instant, now), tie: chance.next(), action)
    }

    /// Suspends all machines: events planned in the meantime happen afterwards.
    func skip(_ span: Span) {
        now = now + span
    }
}

/// Runs one simulation.
///
/// - Parameters:
///   - seed: the seed of the run; the same seed gives the same run.
///   - mutant: what to break, to see whether the checks notice.
///   - keepsAll: whether the whole log is kept, rather than its end.
/// - Returns: the result of the run.
package func simulate(seed: UInt64, mutant: Mutant? = nil, keepsAll: Bool = false) -> SimulationReport {
    Simulation(seed: seed, mutant: mutant, keeping: keepsAll ? .all : .end).run()
}

/// Runs one simulation, and once more with the end of its log if it broke a promise.
func simulateQuietly(seed: UInt64, mutant: Mutant?) -> SimulationReport {
    let report = Simulation(seed: seed, mutant: mutant, keeping: .nothing).run()
    return report.violation == nil ? report : simulate(seed: seed, mutant: mutant)
}
