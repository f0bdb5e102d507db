import AlarmCore
import AlarmWire
import Delivery
import Logging
import Storage

/// A leased delivery, ready to go, or the reason why it must not.
struct Letter: Sendable {
    enum Route: Sendable {
        /// Through Apple's push service.
        case push(OutgoingPush)
        /// Over the event stream.
        case event(StreamEvent, to: DeviceID)
        /// By e-mail.
        case mail(OutgoingMail)
        /// By text message.
        case sms(OutgoingSMS)
        /// To a provider: what has become of the text message of this name?
        case inquiry(reference: String)
        /// By a call of somebody's own server.
        case call(OutgoingWebhook)
        /// What it was made for is over.
        case superseded
        /// Its time ran out before it could be sent.
        case expired
        /// Its lease ran out before it could be sent.
        case leaseEnded
        /// Nothing can carry it.
        case refused(reason: String)
    }

    let row: DeliveryRow
    let route: Route

    /// Whether a server may take its time with it that is not one of the push gateway's.
    var isSlow: Bool {
        switch route {
        case .mail, .sms, .inquiry, .call: true
        case .push, .event, .superseded, .expired, .leaseEnded, .refused: false
        }
    }

    /// The time of the rung that ordered it; nil where none did.
    var planned: Instant?
}

extension StoreError {
    /// Whether what was asked for is there but makes no sense.
    fileprivate var isCorruption: Bool {
        if case .corrupt = self { true } else { false }
    }
}

extension Engine {
    /// Checks leased deliveries against their alarms as committed now, and makes what is to be sent.
    ///
    /// Called after the deliveries were entered among those in flight, and not before; see ``InFlight``.
    func prepare(_ rows: [DeliveryRow]) async throws -> [Letter] {
        let now = clock.now()
        return try await read { snapshot in
            try rows.map { row in
                do {
                    var planned: Instant?
                    let route = try self.route(for: row, at: now, in: snapshot, planned: &planned)
                    return Letter(row: row, route: route, planned: planned)
                } catch let error as StoreError where !error.isCorruption {
                    throw error
                } catch {
                    // One row that cannot be read or dressed, its token sealed under a lost key say, must not hold up the
                    // others.
                    // Why is for the operator: the reason kept with the row is shown to the alarm's sender.
                    self.logger.error(
                        "a push could not be made",
                        metadata: ["delivery": "\(row.order.id)", "error": "\(error)"]
                    )
                    return Letter(row: row, route: .refused(reason: "the relay could not make the push"))
                }
            }
        }
    }

    private func route(
        for row: DeliveryRow,
        at now: Instant,
        in snapshot: any Snapshot,
        planned: inout Instant?
    ) throws -> Letter.Route {
        let order = row.order
        guard let stored = try snapshot.delivery(order.id, of: row.alarm), stored.state == .leased,
            let alarmRow = try snapshot.alarm(key: row.alarm),
            try snapshot.isActive(circleOf: alarmRow), try mayLearn(order, of: alarmRow, in: snapshot)
        else { return .superseded }
        if order.stage.rouses {
            guard order.epoch == alarmRow.alarm.epoch, !alarmRow.alarm.state.isFinal else { return .superseded }
        }
        // A ladder that begins late hangs from the moment at which it does; what was promised is the nominal time.
        planned = order.offset.map { offset in
            max((order.isLate ? order.due : alarmRow.alarm.base) + offset, alarmRow.acceptedAt)
        }
        guard now < order.deadline else { return .expired }
        let id: DeviceID
        switch order.destination {
        case .device(let device): id = device
        case .contact where order.stage == .inquiry:
            return try record(Inquiry.self, DocumentID(of: order.id), in: snapshot)
                .map { .inquiry(reference: $0.body.reference) } ?? .superseded
        case .contact(let contact, let medium):
            return try letter(to: contact, by: medium, for: row, of: alarmRow, in: snapshot)
        }
        guard let device = try snapshot.device(id) else { return .refused(reason: "device is gone") }
        let words = try words(for: order, of: alarmRow, to: device, in: snapshot)
        let sealed =
            try order.stage == .cancel
            ? nil : memberWords(of: alarmRow, at: order.stage, for: device.person, in: snapshot)
        let content = PushContent(row: alarmRow, order: order, words: words, sealed: sealed)
        switch device.platform {
        case .events:
            return .event(StreamEvent(content.push), to: device.id)
        case .apns:
            guard let token = device.token else { return .refused(reason: "device has no push token") }
            guard gateways.apns != nil else { return .refused(reason: "no push gateway is configured") }
            return .push(try outgoing(content, order, to: token, of: device.id))
        }
    }

    /// Dresses a push for the gateway (PA1 section 6).
    func outgoing(
        _ content: PushContent,
        _ order: DeliveryOrder,
        to token: Device.PushToken,
        of device: DeviceID
    ) throws -> OutgoingPush {
        guard let address = DeviceToken(hex: try vault.openPushToken(token, of: device)) else {
            throw Problem(.internalError, detail: "a stored push token is not hexadecimal")
        }
        return OutgoingPush(
            destination: PushDestination(
                token: address,
                environment: token.environment,
                topic: token.topic,
                registeredAt: token.registeredAt
            ),
            id: order.id,
            collapseID: PushPayload.collapseID(alarm: content.push.id, stage: content.push.stage),
            payload: try payload(of: content),
            expiration: content.expiration,
            deadline: order.deadline
        )
    }

    /// The payload; a reply or a member's words that would make it too large are left out, and the app asks for them.
    private func payload(of content: PushContent) throws -> [UInt8] {
        do {
            return try PushPayload(content.push, urgency: content.urgency).bytes
        } catch {
            var push = content.push
            push.reply = nil
            push.sealed = nil
            return try PushPayload(push, urgency: content.urgency).bytes
        }
    }

    /// What to do with a letter now: time may have passed since it was made, and its alarm may have ended.
    private func lastWord(on letter: Letter) -> Letter.Route {
        switch letter.route {
        case .superseded, .expired, .refused, .leaseEnded: return letter.route
        case .push, .event, .mail, .sms, .inquiry, .call: break
        }
        let now = clock.now()
        // Somebody else may have it by now.
        if let end = letter.row.leaseEnd, end <= now { return .leaseEnded }
        guard inFlight.begin(letter.row.order.id) else { return .superseded }
        return now < letter.row.order.deadline ? letter.route : .expired
    }

    /// Sends one delivery, or does not, and tells what came of it.
    func send(_ letter: Letter) async -> DeliveryResult {
        metrics.recordOutboxWait(clock.now() - letter.row.notBefore)
        if let planned = letter.planned, letter.row.attempts == 1 {
            metrics.recordLateness(clock.now() - planned, of: letter.row.order.stage)
        }
        guard case .sms(let message) = letter.route else { return await handOver(letter) }
        // Paid first: nothing that takes time may come between the last word and the sending.
        if let refusal = await takeSegments(for: message, at: letter.row.order.stage) { return .letter(refusal) }
        let result = await handOver(letter)
        if !result.mayHaveCost { await giveBackSegments(for: message) }
        return result
    }

    private func handOver(_ letter: Letter) async -> DeliveryResult {
        switch lastWord(on: letter) {
        case .superseded: return .over(.superseded)
        case .expired: return .over(.expired)
        case .leaseEnded: return .unsent
        case .refused(let reason): return .outcome(.rejected(reason: reason), tokenOf: nil)
        case .event(let event, let device):
            let isTaken = events.send(event, to: device)
            return .outcome(
                isTaken ? .accepted : .retry(after: nil, reason: "not listening", indeterminate: false),
                tokenOf: nil
            )
        case .mail(let mail): return .letter(await gateways.letters.mail?.send(mail))
        case .call(let call): return .letter(await gateways.letters.webhook?.send(call))
        case .sms(let message): return .message(await gateways.letters.sms?.send(message))
        case .inquiry(let reference): return .inquiry(await gateways.letters.sms?.fate(of: reference))
        case .push(let push):
            let start = ContinuousClock.now
            let outcome = await gateways.apns?.send(push) ?? .rejected(reason: "no push gateway is configured")
            metrics.recordPush(ContinuousClock.now - start)
            gatewayHealth.note(outcome, at: clock.now())
            return .outcome(outcome, tokenOf: push.destination.registeredAt)
        }
    }
}
