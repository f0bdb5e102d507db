import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension Simulation {
    /// Has a phone send a request, and repeat it until it is answered.
    func ask(_ kind: DeviceRequest.Kind, from phone: Phone) {
        guard !phone.isRemoved else { return }
        requests += 1
        let request = DeviceRequest(
            number: requests,
            phone: phone,
            kind: kind,
            name: freshName(for: phone, at: phoneTime)
        )
        note("\(phone.name) asks ?\(request.number): \(describe(request))")
        model.openRequests += 1
        submit(request)
    }

    /// The time that phones assume: what the relay last told them.
    private var phoneTime: Instant {
        nodes.first { $0.life != nil }?.clock.reading(at: now) ?? now
    }

    private func freshName(for phone: Phone, at time: Instant) -> RequestName {
        RequestName(device: phone.id, jti: chance.bytes(16), digest: chance.bytes(32), issuedAt: time)
    }

    private func submit(_ request: DeviceRequest) {
        // A phone registers the address that it has: of a former one it speaks no more.
        if case .replaceToken = request.kind, request.phone.address != request.address {
            note("\(request.phone.name) gives up ?\(request.number)")
            model.openRequests -= 1
            return
        }
        request.attempts += 1
        let up = nodes.filter { $0.life?.isOpen ?? false }
        guard !up.isEmpty, let life = up[draw(0...up.count - 1)].life else {
            return plan(in: span(500...4000)) { [unowned self] in submit(request) }
        }
        plan(in: span(1...40)) { [unowned self] in
            if life.isOver { lose(request) } else { serve(request, by: life) }
        }
    }

    /// Loses the answer to a request, upon which the phone repeats it.
    private func lose(_ request: DeviceRequest) {
        plan(in: span(500...4000)) { [unowned self] in submit(request) }
    }

    private func serve(_ request: DeviceRequest, by life: NodeProcess) {
        guard let engine = life.engine, let executor = life.executor else { return }
        request.servedAt = now
        let (world, kept, ownLife) = (ThreadConfined(self), ThreadConfined(request), ThreadConfined(life))
        life.tasks.append(
            Task(executorPreference: executor) {
                let result: Result<EngineResponse, any Error>
                do {
                    result = .success(try await engine.answer(kept, in: world))
                } catch {
                    result = .failure(error)
                }
                world.value.answer(kept.value, by: ownLife.value, result)
            }
        )
    }

    /// Lets an answer leave the relay.
    private func answer(_ request: DeviceRequest, by life: NodeProcess, _ result: Result<EngineResponse, any Error>) {
        guard !life.isOver else { return lose(request) }
        switch result {
        case .success(let answer):
            note("node \(life.node) answers ?\(request.number): \(answer.status)\(answer.isReplay ? " again" : "")")
            model.check(answer, to: request, by: life)
            request.answer = request.answer ?? answer
            let isLost = !isHealed && roll(1, in: 15)
            if isLost || request.attempts == 1 && roll(1, in: 20) { return lose(request) }
            model.openRequests -= 1
            takeSync(request)
            takeLink(request, answer)
        case .failure(let problem as Problem) where problem.kind == .clockSkew:
            request.name = freshName(for: request.phone, at: problem.serverTime ?? phoneTime)
            // Under another name it is a new request, and may be executed once more.
            (request.answer, request.commit) = (nil, nil)
            lose(request)
        case .failure(let problem as Problem):
            note("node \(life.node) refuses ?\(request.number): \(problem.title)")
            model.check(problem, to: request)
            model.openRequests -= 1
        case .failure(is StoreError):
            lose(request)
        case .failure(let error):
            model.fail("request ?\(request.number) failed: \(error)")
        }
    }

    func describe(_ request: DeviceRequest) -> String {
        switch request.kind {
        case .accept(let message): "set \(name(message.id)) at \(clockText(message.time.text))"
        case .change(let id, let change): "change \(name(id))\(change.time.map { " to \(clockText($0.text))" } ?? "")"
        case .cancel(let id): "cancel \(name(id))"
        case .report(let id, let receipt): "\(receipt.report.rawValue) \(name(id)) revision \(receipt.revision)"
        case .revoke: "end the pair"
        case .replaceToken: "another address"
        case .synchronise: "synchronise"
        case .plan(let settings):
            "watch \(settings.isOn ? "\((settings.threshold ?? .zero).milliseconds / 60_000) min" : "nothing")"
                + (settings.pausedUntil.map { " from \($0.iso8601) on" } ?? "")
        case .checkIn: "check in"
        case .snoozeCheckIn: "put the check-in off"
        case .nameContact(let contact): "name contact \(contact.name)"
        case .decide(let id, let consent, let medium): "contact \(id) \(consent.rawValue) by \(medium.rawValue)"
        case .rehearse: "rehearse a missed check-in"
        case .testPush: "test notifications"
        case .link(let step): "\(step)"
        case .dropContact(let id): "remove contact \(id)"
        case .care(let act): "\(act)\(request.alarm.map { ", \(name($0))" } ?? "")"
        case .family(let act): "\(act)\(act.reminder.map { ", \(name(AlarmID(DocumentID(of: $0))))" } ?? "")"
        }
    }

    private func clockText(_ text: String) -> String { text }
}

extension Engine {
    /// Does what the relay's routes do, after decryption.
    fileprivate func answer(
        _ kept: ThreadConfined<DeviceRequest>,
        in world: ThreadConfined<Simulation>
    ) async throws -> EngineResponse {
        let name = kept.value.name
        let sender = try await read { try $0.device(name.device) }
        guard let device = sender else { throw Problem(.unauthorized) }
        let time = clock.now()
        guard time - name.issuedAt <= EnvelopeLimits.age, name.issuedAt - time <= EnvelopeLimits.clockLead else {
            throw Problem(.clockSkew, serverTime: time)
        }
        noteHeard(device, at: time)
        kept.value.phone.heard.append(time)
        if case .synchronise = kept.value.kind {
            return try await read { snapshot in
                let answer = try self.synchronise(device, since: nil, in: snapshot)
                world.value.model.check(answer, for: device)
                kept.value.synced = answer
                return EngineResponse(200, answer)
            }
        }
        let answer = try await write { tx in
            world.value.serving = kept.value
            kept.value.decidedAt = tx.now
            kept.value.beganAfter = kept.value.beganAfter ?? world.value.model.version
            return try tx.once(name) { device in
                switch kept.value.kind {
                case .link(let step):
                    let answer = try tx.answer(step, from: device, mutant: world.value.mutant)
                    kept.value.isDone = answer.status < 300
                    return answer
                case .accept(let message): return try tx.alarms.accept(message, from: device)
                case .change(let id, let change): return try tx.alarms.change(id, change, by: device)
                case .cancel(let id): return try tx.alarms.cancel(id, by: device)
                case .report(let id, var receipt):
                    if world.value.mutant == .revisionNotCompared, let row = try tx.transaction.alarm(id) {
                        receipt.revision = row.alarm.revision
                    }
                    if world.value.mutant == .outdatedAnswerTaken { receipt.at = tx.now }
                    return try tx.alarms.take(receipt, of: id, from: device)
                case .revoke(let pair): return try tx.pairing.revoke(pair, by: device)
                case .replaceToken(let request): return try tx.devices.replaceToken(request, of: device)
                case .synchronise: return EngineResponse(status: 204, body: [])
                case .care(let act):
                    guard let household = world.value.household(of: kept.value.phone) else { throw Problem(.notFound) }
                    return try tx.answer(
                        act,
                        of: kept.value,
                        in: household,
                        from: device,
                        mutant: world.value.mutant
                    )
                case .family(let act):
                    guard let family = world.value.family(of: kept.value.phone) else { throw Problem(.notFound) }
                    return try tx.answer(
                        act,
                        of: kept.value,
                        in: family,
                        from: device,
                        mutant: world.value.mutant
                    )
                default: return try tx.answer(kept.value, from: device, mutant: world.value.mutant)
                }
            }
        }
        guard world.value.mutant != .cancelDoesNotWait else { return answer }
        switch kept.value.kind {
        case .cancel(let id): try await awaitSends(alarm: id)
        case .revoke(let pair): try await awaitSends(circle: pair)
        case .link(.remove(let phone)): try await awaitSends(device: phone.id)
        case .care(.remove):
            if let circle = world.value.household(of: kept.value.phone)?.id { try await awaitSends(circle: circle) }
        case .family(.leave):
            if let circle = world.value.family(of: kept.value.phone)?.id { try await awaitSends(circle: circle) }
        case .family(let act):
            if let reminder = act.silences { try await awaitSends(reminder: reminder) }
        default: break
        }
        return answer
    }
}
