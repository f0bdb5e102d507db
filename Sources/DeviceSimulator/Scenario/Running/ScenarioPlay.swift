import AlarmCore
import DeviceKit
import Foundation
import GatewaySimulator
import StrictYAML

/// One run of one scenario, from the first phone to the last instant.
actor ScenarioPlay {
    let scenario: Scenario
    let keeper: TimeKeeper
    var stage: DemoEnvironment
    var phones: [String: VirtualPhone] = [:]
    var pairs: [(pair: PairID, phones: Set<String>)] = []
    /// Identifiers of the circles, by kind.
    var circles: [Circle.Kind: CircleID] = [:]
    /// Identifiers of the people in the circles, by name.
    var persons: [String: PersonID] = [:]
    /// The alarms that were set, in order, including reminders and alerts.
    var tracks: [RunRecord.AlarmTrack] = []
    let conditions: ConditionLog
    let gatewayRecorder: GatewayRecorder
    let alarmPoller: AlarmPoller
    let messagingServers: MessagingServers
    let messagingRecorder: MessagingRecorder
    private var jobs: [(job: BackgroundJob, step: ScenarioStep)] = []
    private var seenEntries = 0

    var timeline: Timeline { stage.timeline }

    private init(_ scenario: Scenario, keeper: TimeKeeper, stage: DemoEnvironment, messagingServers: MessagingServers) {
        self.scenario = scenario
        self.keeper = keeper
        self.stage = stage
        self.messagingServers = messagingServers
        conditions = ConditionLog(now: { keeper.now })
        gatewayRecorder = GatewayRecorder(stage.gateway, timeline: stage.timeline)
        alarmPoller = AlarmPoller(client: stage.client, clock: { keeper.now }, timeline: stage.timeline)
        messagingRecorder = MessagingRecorder(client: stage.client, timeline: stage.timeline)
    }

    /// Settings that allow any number of phones to register and pair at one instant.
    private static let permissions = [
        "REVEILLE_OPEN_REGISTRATION": "true",
        "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": "1000",
        "REVEILLE_LIMIT_INVITES_PER_HOUR": "1000",
        "REVEILLE_LIMIT_INVITES_PER_DAY": "1000",
        "REVEILLE_LIMIT_REGISTRATIONS_PER_HOUR": "1000",
        "REVEILLE_LIMIT_REGISTRATIONS_PER_DAY": "1000",
    ]

    /// Plays `scenario` and stops all its processes; the files in `folder` stay.
    static func play(
        _ scenario: Scenario,
        executable: URL,
        folder: URL,
        watch: @escaping @Sendable (Timeline.Entry) -> Void
    ) async throws -> RunRecord {
        let messagingServers = try await MessagingServers.open(
            scenario.services,
            folder: folder,
            calling: scenario.calls
        )
        let keeper: TimeKeeper
        do {
            keeper = try await TimeKeeper.start(at: scenario.start)
        } catch {
            messagingServers.close()
            throw error
        }
        let stage: DemoEnvironment
        do {
            stage = try await DemoEnvironment.start(
                executable: executable,
                folder: folder,
                policy: scenario.policy?.yaml,
                environment: keeper.environment.merging(permissions) { own, _ in own }
                    .merging(messagingServers.environment) { own, _ in own },
                clock: keeper.phoneClock
            )
        } catch {
            messagingServers.close()
            await keeper.stop()
            throw error
        }
        let gateway = stage.gateway
        keeper.flow { gateway.openStreamCount > 0 || messagingServers.isBusy }
        for server in messagingServers.servers { keeper.watch(process: server.processID) }
        let play = ScenarioPlay(scenario, keeper: keeper, stage: stage, messagingServers: messagingServers)
        let timeline = stage.timeline
        let watching = Task { for await entry in timeline.watch() { watch(entry) } }
        var failure: String?
        do {
            try await play.playAll()
        } catch {
            failure = "\(error)"
        }
        let record = await play.record(failure: failure)
        await play.clear()
        watching.cancel()
        return record
    }

    private func playAll() async throws {
        try await setUp()
        for step in scenario.steps {
            try await advance(to: step.at)
            try await begin(step)
        }
        try await advance(to: scenario.end)
        if let late = jobs.first(where: { !$0.job.hasEnded }) {
            throw ScenarioFailure(
                late.step,
                in: scenario,
                ScenarioFailure("it had not come to an end when the run was over")
            )
        }
    }

    /// Begins a step, and lets everything happen that follows at once.
    private func begin(_ step: ScenarioStep) async throws {
        if case .relay(let event) = step.action {
            do {
                try await take(event)
            } catch {
                throw ScenarioFailure(step, in: scenario, error)
            }
        } else {
            let job = BackgroundJob { try await self.perform(step.action) }
            jobs.append((job, step))
        }
        try await keeper.waitUntilIdle()
        try checkJobs()
        try await look()
    }

    /// Lets time pass until `instant`, and checks the alarms whenever something has happened.
    private func advance(to instant: Instant) async throws {
        for stop in stops(until: instant) {
            while keeper.now < stop {
                let (timeline, seen) = (timeline, seenEntries)
                try await keeper.run(until: stop) { timeline.count != seen }
                try checkJobs()
                if timeline.count != seen { try await look() }
            }
            try await look()
        }
    }

    /// Returns the instants at which the alarms are checked even if nothing happened.
    private func stops(until end: Instant) -> [Instant] {
        let now = keeper.now
        let policy = scenario.policy ?? .partnerAlarm
        var stops: Set = [end]
        for sending in scenario.sendings {
            stops.insert(sending.due)
            for scheduledStep in policy.scheduledSteps(from: sending.due) { stops.insert(scheduledStep.at) }
        }
        for expectation in scenario.expectations {
            if case .holds(_, _, let moment) = expectation.claim { stops.insert(moment) }
        }
        return stops.filter { $0 > now && $0 <= end }.sorted()
    }

    private func look() async throws {
        guard stage.relay.isRunning else { return }
        await alarmPoller.look(at: tracks)
        try await keeper.waitUntilIdle()
        seenEntries = timeline.count
    }

    private func checkJobs() throws {
        for (job, step) in jobs {
            do {
                try job.check()
            } catch {
                throw ScenarioFailure(step, in: scenario, error)
            }
        }
        jobs.removeAll { $0.job.hasEnded }
    }

    private func record(failure: String?) -> RunRecord {
        var senders: [Timeline.Lane] = []
        var receivers: [Timeline.Lane] = []
        for phone in scenario.phones {
            let isSender =
                scenario.sendings.contains { $0.sender == phone.name }
                || scenario.checkIns.contains { scenario.phone($0.phone)?.person == phone.person }
                || scenario.circles.contains { scenario.phone($0.founder)?.person == phone.person }
            if isSender { senders.append(.phone(phone.name)) } else { receivers.append(.phone(phone.name)) }
        }
        return RunRecord(
            name: scenario.name,
            title: scenario.title,
            file: scenario.file,
            start: scenario.start,
            end: scenario.end,
            alarms: tracks,
            lanes: [.scenario] + senders + [.relay, .gateway] + messagingServers.servers.map(\.service.lane) + receivers
                + scenario.contacts.map { .contact($0.name) },
            entries: EntryOrder.causal(timeline.entries),
            conditions: conditions.all,
            failure: failure
        )
    }

    /// Stops everything that runs.
    private func clear() async {
        for (job, _) in jobs { job.cancel() }
        for phone in phones.values { await phone.turnOff() }
        gatewayRecorder.stop()
        messagingRecorder.stop()
        // Tasks that sleep by the keeper's time would never wake to end by themselves.
        if stage.relay.isRunning { await stage.relay.kill() }
        await stage.stop()
        messagingServers.close()
        await keeper.stop()
    }
}
