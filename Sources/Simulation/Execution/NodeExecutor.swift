/// Runs the tasks of one process of a node: each job waits until the simulation picks it.
final class NodeExecutor: TaskExecutor {
    private let world: ThreadConfined<Simulation>
    private let life: ThreadConfined<NodeProcess>

    init(_ world: ThreadConfined<Simulation>, _ life: ThreadConfined<NodeProcess>) {
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
    let life: NodeProcess
    let executor: NodeExecutor

    func run() {
        job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
}
