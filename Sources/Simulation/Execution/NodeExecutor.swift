/// Runs the tasks of one life of a node: each job waits until the simulation picks it.
final class LifeExecutor: TaskExecutor {
    private let world: OneThread<Simulation>
    private let life: OneThread<Life>

    init(_ world: OneThread<Simulation>, _ life: OneThread<Life>) {
        self.world = world
        self.life = life
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        world.value.ready.append(ReadyJob(job: job, life: life.value, executor: self))
    }
}

/// A piece of a task that could run now.
struct ReadyJob {
    let job: UnownedJob
    let life: Life
    let executor: LifeExecutor

    func run() {
        job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
}
