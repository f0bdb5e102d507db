import AlarmCore
import AlarmWire
import Delivery
import Engine
import Sealing
import Storage

extension Simulation {
    /// How long faults occur; then all clocks are corrected, all gateways accept everything, and all has to end.
    private static let length = Span.minutes(150)
    /// How long they occur in a run that takes days.
    private static let days = Span.hours(54)
    /// How long coming to rest may take by clocks that were never ahead.
    private static let rest = Span.minutes(150)
    /// How long after the faults a request may still be answered that was made while no node was up.
    private static let aftermath = Span.minutes(42)

    /// Creates everything, and plans what people do and what goes wrong.
    func prepare() throws {
        let rules = try ZoneRules.following("CET-1CEST,M3.5.0,M10.5.0/3")
        for number in 0..<profile.nodes {
            let drift = profile.hasDrift ? draw(Int64(-200)...200) : 0
            // Nodes that share a store agree on the time, also after a day.
            let clock = WallClock(origin: now, drift: drift, bound: profile.nodes > 1 ? .milliseconds(400) : nil)
            let node = Node(number: number, clock: clock, rules: rules)
            if profile.hasDrift { node.clock.step(by: span(-400...400)) }
            nodes.append(node)
        }
        try invitePeople()
        try inviteWatched()
        try inviteHouseholds()
        try inviteFamilies()
        try inviteDevices()
        for node in nodes { boot(node) }
        if !profile.isLong { for _ in 0..<draw(1...4) { planAlarm() } }
        try planTroubles()
        healsAt = now + (profile.isLong ? Self.days : Self.length)
        planHealing()
    }

    private func planHealing() {
        plan(at: healsAt) { [unowned self] in
            if now < healsAt { planHealing() } else { heal() }
        }
    }

    /// Whether all work is done.
    var isAtRest: Bool {
        guard model.openRequests == 0, openEnds == 0, model.isAtRest else { return false }
        if isHealed { return nodes.allSatisfy { $0.life != nil } && sendAttempts.allSatisfy { !$0.isUnderWay } }
        if model.openPlans == 0, !model.alarms.isEmpty { heal() }
        return false
    }

    private func heal() {
        guard !isHealed else { return }
        note("all troubles are over")
        isHealed = true
        model.healedAt = now
        // A clock that was hours ahead leaves times that are hours away.
        let lead = max(model.latestReading, now) - now
        correctClocks()
        disturbAll(for: .seconds(10))
        endWatch()
        endAll()
        // What was asked for while no node was up may have begun after that.
        plan(in: Self.aftermath) { [unowned self] in endAll() }
        // An alert without an answer stays open for a day.
        let open = households.isEmpty ? Span.zero : CareLimits.open
        plan(in: Self.rest + lead + open) { [unowned self] in
            model.fail("it does not come to rest: \(model.unrest)")
        }
    }

    /// Ends everything that would go on by itself.
    private func endAll() {
        endCare()
        endReminders()
        for alarm in model.inOrder where !alarm.row.alarm.state.isFinal {
            if let sender = couples.first(where: { $0.pair == alarm.row.circle })?.sender {
                ask(.cancel(alarm.row.alarm.id), from: sender)
            }
        }
    }

    // MARK: People

    private func invitePeople() throws {
        let since = now
        var devices: [Device] = []
        var pairs: [(Pair, [Edge])] = []
        for number in 0..<draw(1...2) {
            let (ana, ben) = (draw { PersonID.random(using: &$0) }, draw { PersonID.random(using: &$0) })
            let sender = try makePhone("phone \(number)s", of: ana, &devices)
            let receivers = try (0..<draw(1...2)).map { try makePhone("phone \(number)r\($0)", of: ben, &devices) }
            let id = draw { PairID.random(using: &$0) }
            let pair = Pair(
                id: id,
                inviter: Pair.Side(person: ana, device: sender.id),
                claimer: Pair.Side(person: ben, device: receivers[0].id),
                since: since
            )
            let token = try Self.vault.partnerToken(of: id, heldBy: ana)
            pairs.append((pair, [Edge(tokenHash: try SHA256.hash(token), pair: id, from: ana, to: ben)]))
            couples.append(SimulatedPair(pair: id, sender: sender, receivers: receivers))
        }
        let (allDevices, allPairs) = (devices, pairs)
        try onStore { base in
            try await base.write { transaction in
                for device in allDevices { try transaction.insert(device) }
                for (pair, edges) in allPairs { try transaction.insert(pair, edges: edges) }
            }
        }
        for phone in phones.values.sorted(by: { $0.name < $1.name }) { planSynchronisation(of: phone) }
    }

    func makePhone(_ name: String, of person: PersonID, _ devices: inout [Device]) throws -> Phone {
        let id = draw { DeviceID.random(using: &$0) }
        let address = address(drawDigits(), isBrowser: drawsBrowser())
        let phone = Phone(name: name, id: id, person: person, address: address)
        phones[id] = phone
        devices.append(
            Device(
                id: id,
                person: person,
                platform: address.platform,
                capabilities: Device.Capabilities(alarmKit: !phone.isBrowser, criticalAlerts: false, os: ""),
                timeZone: SimulatedZones.name,
                locale: "de",
                keyGeneration: 0,
                sealedKey: [],
                registration: chance.bytes(16),
                address: try Self.vault.seal(address, of: id, at: now),
                since: now
            )
        )
        return phone
    }

    /// Draws 64 hexadecimal digits, of which addresses are made.
    func drawDigits() -> String {
        chance.bytes(32).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    func draw<Value>(_ body: (inout SeededGenerator) -> Value) -> Value { body(&chance) }

    private func planSynchronisation(of phone: Phone) {
        plan(in: profile.isLong ? span(600_000...36_000_000) : span(60_000...2_400_000)) { [unowned self] in
            guard !isHealed else { return }
            ask(.synchronise, from: phone)
            planSynchronisation(of: phone)
        }
    }
}
