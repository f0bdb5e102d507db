import AlarmCore
import AlarmWire
import Engine
import Sealing
import Storage
import TestSupport

/// One run: a relay, its people and all that can go wrong, in one thread and an order that the seed decides.
///
/// At each step chance picks one of the jobs that could run, or lets the next thing happen. Nothing else decides anything:
/// the same seed makes the same run.
final class Simulation {
    /// A Saturday evening before the clocks of central Europe go forward: 2027-03-27T21:00:00Z.
    static let epoch = Instant(seconds: 1_806_181_200)
    /// After how many steps something must be going round in circles.
    private static let stepLimit = 3_000_000

    let seed: UInt64
    let mutant: Mutant?
    var chance: SeededGenerator
    var profile: Profile
    var log: RunLog
    /// The true time.
    var now: Instant
    var agenda = Agenda()
    /// What could run now.
    var ready: [ReadyJob] = []
    let base = InMemoryStore()
    private(set) lazy var model = Model(world: self)
    var nodes: [Node] = []
    var lives = 0
    var couples: [Couple] = []
    var phones: [DeviceID: Phone] = [:]
    /// Who checks in.
    var watched: [Watched] = []
    /// Who lives alone, with those who look after them.
    var households: [Household] = []
    /// Families who remind one another.
    var families: [Family] = []
    /// How many people have not ended their watch yet, after all troubles.
    var openEnds = 0
    var flights: [Flight] = []
    var requests = 0
    /// The request whose transaction is running.
    var serving: Request?
    /// Lives that ended during the present job, and what they left.
    var remains: [Life] = []
    /// Whether the troubles are over, and everything has to come to rest.
    var isHealed = false
    /// When they are.
    var healsAt = Simulation.epoch
    private(set) var steps = 0
    var crashes = 0
    var tickets = 0

    init(seed: UInt64, mutant: Mutant?, keepsAll: Bool) {
        self.seed = seed
        self.mutant = mutant
        chance = SeededGenerator(seed: seed)
        profile = Profile(using: &chance)
        log = RunLog(keepsAll: keepsAll)
        now = Self.epoch + .seconds(Int64.random(in: 0..<10_800, using: &chance))
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
            pushes: flights.count,
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
        } else if let (at, action) = agenda.pop() {
            now = max(now, at)
            action()
            model.checkTime()
        } else {
            model.fail("nothing can ever happen again")
        }
        clearRemains()
    }

    /// Whether the next thing happens so soon that it can come before what could run now.
    private var happensSoon: Bool {
        agenda.next.map { $0 <= now + .milliseconds(40) } ?? false
    }

    /// Lets what ended lives left behind come to its end; nothing of it has any effect.
    private func clearRemains() {
        while let life = remains.first {
            guard let index = ready.firstIndex(where: { $0.life === life }) else {
                remains.removeFirst()
                continue
            }
            ready.remove(at: index).run()
        }
    }

    /// Does something on the store at once, outside any life.
    func onStore(_ body: @escaping @Sendable (InMemoryStore) async throws -> Void) throws {
        let outsider = Life(node: 0, number: 0, now: now, reading: now)
        let executor = LifeExecutor(OneThread(self), OneThread(outsider))
        let outcome = Outcome()
        let (kept, base) = (OneThread(outcome), base)
        Task(executorPreference: executor) {
            do {
                try await body(base)
                kept.value.result = .success(())
            } catch {
                kept.value.result = .failure(error)
            }
        }
        while outcome.result == nil {
            guard let index = ready.firstIndex(where: { $0.life === outsider }) else { throw LifeIsOver() }
            ready.remove(at: index).run()
        }
        try outcome.result?.get()
    }

    private final class Outcome {
        var result: Result<Void, any Error>?
    }

    /// Compares the whole store with the model.
    func checkStore(atRest: Bool) throws {
        let world = OneThread(self)
        try onStore { base in
            try await base.read { snapshot in
                try world.value.model.compare(with: snapshot)
                if atRest { try world.value.model.checkRest(snapshot) }
            }
        }
    }

    /// Ends every life, so that nothing is left of the run.
    private func dismantle() {
        for node in nodes {
            guard let life = node.life else { continue }
            life.end()
            remains.append(life)
        }
        clearRemains()
        nodes = []
        agenda = Agenda()
        flights = []
    }
}

extension Simulation {
    /// Writes a line into the log.
    func note(_ line: @autoclosure () -> String) {
        log.add(line(), at: now - Self.epoch)
    }

    /// Draws a number.
    func draw<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        Number.random(in: range, using: &chance)
    }

    /// Draws a span, in milliseconds.
    func span(_ range: ClosedRange<Int64>) -> Span {
        .milliseconds(draw(range))
    }

    /// Whether one of `part` in `whole` chances comes true.
    func roll(_ part: Int, in whole: Int) -> Bool {
        draw(0...whole - 1) < part
    }

    /// Names a waiting task.
    func nextTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Has something happen after so much true time.
    func plan(in span: Span, _ action: @escaping () -> Void) {
        agenda.add(at: now + max(span, .zero), tie: chance.next(), action)
    }

    /// Has something happen at a true time, or now if that has gone by.
    func plan(at instant: Instant, _ action: @escaping () -> Void) {
        agenda.add(at: max(instant, now), tie: chance.next(), action)
    }

    /// Lets the machines sleep: all that should happen meanwhile happens after it.
    func skip(_ span: Span) {
        now = now + span
    }
}
