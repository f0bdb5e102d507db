import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Simulation {
    /// Plans the faults that occur by themselves.
    func planTroubles() throws {
        if profile.hasClockSteps {
            for _ in 0..<draw(1...3) {
                plan(in: span(0...7_200_000)) { [unowned self] in
                    guard !isHealed else { return }
                    let size: Int64 = roll(1, in: 2) ? 7_200_000 : 60_000
                    step(clockOf: nodes[draw(0...nodes.count - 1)], by: span(-size...size))
                }
            }
        }
        if profile.hasZoneChange {
            let footer = roll(1, in: 2) ? "CET-1CEST,M4.1.0,M10.5.0/3" : "<+03>-3"
            let rules = try ZoneRules.following(footer)
            plan(in: span(600_000...7_200_000)) { [unowned self] in
                note("new rules of \(SimulatedZones.name): \(footer)")
                for node in nodes {
                    node.installedRules = rules
                    node.rulesVersion = "2"
                }
                model.zoneDisturbed = now
            }
        }
        if profile.hasDeadTokens {
            for _ in 0..<draw(1...3) {
                let all = phones.values.sorted { $0.name < $1.name }
                let phone = all[draw(0...all.count - 1)]
                plan(in: span(0...5_400_000)) { [unowned self] in renewAddress(of: phone) }
            }
        }
        planBrowsers()
        if profile.hasStops {
            for _ in 0..<draw(1...3) {
                plan(in: span(0...7_200_000)) { [unowned self] in
                    if let life = nodes[draw(0...nodes.count - 1)].life { stop(life) }
                }
            }
        }
        if profile.hasSuspends { plan(in: span(600_000...3_600_000)) { [unowned self] in suspend() } }
    }

    /// Expires a phone's address; the phone registers its new one some time later.
    func renewAddress(of phone: Phone) {
        let text = drawDigits()
        let address = address(text, isBrowser: phone.isBrowser)
        phone.address = address
        phone.kept = []
        watched.first { $0.phone === phone }?.wasReachable = false
        household(of: phone)?.wasReachable = false
        note("\(phone.name) has another token")
        model.openPlans += 1
        plan(in: span(500...1_200_000)) { [unowned self] in
            model.openPlans -= 1
            guard phone.address == address else { return }
            let request =
                phone.isBrowser
                ? ReplaceToken(webPush: Self.subscription(text))
                : ReplaceToken(apns: PushRegistration(token: text, environment: .production, topic: Self.topic))
            ask(.replaceToken(request), from: phone)
        }
    }

    /// Suspends every machine, for hours if nothing is due meanwhile.
    private func suspend() {
        guard !isHealed, ready.isEmpty else { return }
        let wake = model.inOrder.compactMap(\.wake).min()
        let free = wake.map { ($0 - phoneNow).milliseconds - 120_000 } ?? 0
        let length = free > 600_000 && !roll(1, in: 4) ? Span.milliseconds(free) : span(1000...2_400_000)
        note("every machine sleeps for \(length.milliseconds) ms")
        model.sleep = (now, length)
        skip(length)
        healsAt = healsAt + length
        disturbAll(for: .seconds(2))
        model.clockDisturbed = now
    }
}
