import AlarmCore
import DeviceKit
import DeviceTransport
import Foundation
import GatewaySimulator
import StrictYAML

/// One run of one scenario, from the first phone to the last instant.
actor ScenarioPlay {
    let scenario: Scenario
    let keeper: TimeKeeper
    var stage: DemoStage
    var phones: [String: VirtualPhone] = [:]
    var pairs: [(pair: PairID, phones: Set<String>)] = []
    /// The circles that were made.
    var circles: [Circle.Kind: CircleID] = [:]
    /// Who is in them, as the relay knows them.
    var persons: [String: PersonID] = [:]
    /// The alarms that were set, in order, reminders and alerts among them.
    var tracks: [RunRecord.AlarmTrack] = []
    let conditions: ConditionLog
    let gatewayWatch: GatewayWatch
    let alarmWatch: AlarmWatch
    let office: PostOffice
    let postWatch: PostWatch
    private var errands: [(errand: Errand, step: ScenarioStep)] = []
    private var seenEntries = 0

    var timeline: Timeline { stage.timeline }

    private init(_ scenario: Scenario, keeper: TimeKeeper, stage: DemoStage, office: PostOffice) {
        self.scenario = scenario
        self.keeper = keeper
        self.stage = stage
        self.office = office
        conditions = ConditionLog(now: { keeper.now })
        gatewayWatch = GatewayWatch(stage.gateway, timeline: stage.timeline)
        alarmWatch = AlarmWatch(client: stage.client, clock: { keeper.now }, timeline: stage.timeline)
        postWatch = PostWatch(client: stage.client, timeline: stage.timeline)
    }

    /// What lets any number of phones be registered and paired at one instant.
    private static let permissions = [
        "REVEILLE_OPEN_REGISTRATION": "true",
        "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": "1000",
    ]

    /// Plays `scenario` and clears everything away that runs; the files in `folder` stay.
    static func play(
        _ scenario: Scenario,
        executable: URL,
        folder: URL,
        watch: @escaping @Sendable (Timeline.Entry) -> Void
    ) async throws -> RunRecord {
        let office = try await PostOffice.open(scenario.services, folder: folder)
        let keeper: TimeKeeper
        do {
            keeper = try await TimeKeeper.start(at: scenario.start)
        } catch {
            office.close()
            throw error
        }
        let stage: DemoStage
        do {
            stage = try await DemoStage.start(
                executable: executable,
                folder: folder,
                policy: scenario.policy?.yaml,
                environment: keeper.environment.merging(permissions) { own, _ in own }
                    .merging(office.environment) { own, _ in own },
                clock: keeper.phoneClock
            )
        } catch {
            office.close()
            await keeper.stop()
            throw error
        }
        let gateway = stage.gateway
        keeper.flow { gateway.openStreamCount > 0 || office.isBusy }
        for server in office.servers { keeper.watch(process: server.processID) }
        let play = ScenarioPlay(scenario, keeper: keeper, stage: stage, office: office)
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
        if let late = errands.first(where: { !$0.errand.hasEnded }) {
            throw ScenarioFailure(
                late.step,
                in: scenario,
                ScenarioFailure("it had not come to an end when the run was over")
            )
        }
    }

    /// Begins what a step says, and lets everything happen that follows at once.
    private func begin(_ step: ScenarioStep) async throws {
        if case .relay(let event) = step.action {
            do {
                try await take(event)
            } catch {
                throw ScenarioFailure(step, in: scenario, error)
            }
        } else {
            let errand = Errand { try await self.perform(step.action) }
            errands.append((errand, step))
        }
        try await keeper.settle()
        try checkErrands()
        try await look()
    }

    /// Lets time pass until `instant`, with a look at the alarms whenever something has happened.
    private func advance(to instant: Instant) async throws {
        for stop in stops(until: instant) {
            while keeper.now < stop {
                let (timeline, seen) = (timeline, seenEntries)
                try await keeper.run(until: stop) { timeline.count != seen }
                try checkErrands()
                if timeline.count != seen { try await look() }
            }
            try await look()
        }
    }

    /// The instants at which the alarms are looked at even though nobody was seen to do anything.
    private func stops(until end: Instant) -> [Instant] {
        let now = keeper.now
        let policy = scenario.policy ?? .partnerAlarm
        var stops: Set = [end]
        for sending in scenario.sendings {
            stops.insert(sending.due)
            for firing in policy.firings(from: sending.due) { stops.insert(firing.at) }
        }
        for expectation in scenario.expectations {
            if case .holds(_, _, let moment) = expectation.claim { stops.insert(moment) }
        }
        return stops.filter { $0 > now && $0 <= end }.sorted()
    }

    private func look() async throws {
        guard stage.relay.isRunning else { return }
        await alarmWatch.look(at: tracks)
        try await keeper.settle()
        seenEntries = timeline.count
    }

    private func checkErrands() throws {
        for (errand, step) in errands {
            do {
                try errand.check()
            } catch {
                throw ScenarioFailure(step, in: scenario, error)
            }
        }
        errands.removeAll { $0.errand.hasEnded }
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
            lanes: [.scenario] + senders + [.relay, .gateway] + office.servers.map(\.service.lane) + receivers
                + scenario.contacts.map { .contact($0.name) },
            entries: EntryOrder.causal(timeline.entries),
            conditions: conditions.all,
            failure: failure
        )
    }

    /// Ends everything that runs.
    private func clear() async {
        for (errand, _) in errands { errand.cancel() }
        for phone in phones.values { await phone.turnOff() }
        gatewayWatch.stop()
        postWatch.stop()
        // What is asleep by the keeper's time would never wake to end by itself.
        if stage.relay.isRunning { await stage.relay.kill() }
        await stage.stop()
        office.close()
        await keeper.stop()
    }
}
