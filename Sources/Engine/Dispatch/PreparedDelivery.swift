import AlarmCore
import AlarmWire
import Delivery
import Logging
import Storage
import Wording

/// A leased delivery with its rendered content, or the reason why it must not be sent.
///
/// A class, since it passes through queues, and a copy of its content would cost more than its way.
final class PreparedDelivery: Sendable {
    enum Route: Sendable {
        /// To a device, by the channel of its platform.
        case push(PreparedPush)
        /// By e-mail.
        case mail(OutgoingMail)
        /// By text message.
        case sms(OutgoingSMS)
        /// By telephone.
        case call(OutgoingCall)
        /// To a provider, to ask for the status of the text message of this identifier.
        case inquiry(reference: String)
        /// To a person's own server.
        case webhook(OutgoingWebhook)
        /// The reason for the delivery has ended.
        case superseded
        /// The delivery's deadline passed before it could be sent.
        case expired
        /// The lease expired, or others took this node for dead, before the delivery could be sent.
        case leaseEnded
        /// The device has no address.
        case unaddressed
        /// No channel can carry the delivery at present; a relay with another configuration may have one.
        case unconfigured(Destination.Medium, reason: String)
        /// No channel can carry the delivery.
        case refused(reason: String)
    }

    let row: DeliveryRow
    let route: Route
    /// The time of the step that ordered the delivery; nil where none did.
    let planned: Instant?
    /// Whether the push gateway was named by a device, and has not answered promptly of late.
    let isUnproven: Bool
    /// A moment, by ``RelayClock/elapsed()``, before the alarm was read of which this delivery is.
    let checkedAt: Span

    init(
        row: DeliveryRow,
        route: Route,
        planned: Instant? = nil,
        isUnproven: Bool = false,
        checkedAt: Span = .zero
    ) {
        self.row = row
        self.route = route
        self.planned = planned
        self.isUnproven = isUnproven
        self.checkedAt = checkedAt
    }

    /// A kind of servers that may be slow, each of which must not hold up the others.
    enum SlowLane: Hashable {
        case mail, text, webhook, browser
    }

    /// Whether the delivery goes to a server that may be slow, and so must not hold up the others.
    var isSlow: Bool { slowLane != nil }

    /// The kind of slow server to which the delivery goes; nil for one that is expected to be prompt.
    var slowLane: SlowLane? {
        switch route {
        case .mail: .mail
        case .sms, .call, .inquiry: .text
        case .webhook: .webhook
        case .push: isUnproven ? .browser : nil
        case .superseded, .expired, .leaseEnded, .unaddressed, .unconfigured, .refused: nil
        }
    }

    /// The origin of the destination; nil where the delivery must not be sent.
    var origin: ChannelOrigin? {
        switch route {
        case .push(let prepared): prepared.push.origin
        case .mail: ChannelOrigin(.email)
        case .sms, .inquiry: ChannelOrigin(.sms)
        case .call: ChannelOrigin(.call)
        case .webhook: ChannelOrigin(.webhook)
        case .superseded, .expired, .leaseEnded, .unaddressed, .unconfigured, .refused: nil
        }
    }
}

extension Engine {
    /// Checks leased deliveries against their alarms as committed now, and renders their content.
    ///
    /// Called after the deliveries were entered in ``InFlight``, and not before.
    func prepare(_ rows: [DeliveryRow]) async throws -> [PreparedDelivery] {
        let now = clock.now()
        let checkedAt = clock.elapsed()
        return try await read(by: .alarmPath) { snapshot in
            try self.readAhead(sending: rows, at: now, in: snapshot)
            return try rows.map { row in
                do {
                    var planned: Instant?
                    let route = try self.route(for: row, at: now, in: snapshot, planned: &planned)
                    var isUnproven = false
                    if case .push(let prepared) = route {
                        isUnproven = prepared.isToStranger && !self.channelHealth.isPrompt(prepared.push.origin)
                    }
                    return PreparedDelivery(
                        row: row,
                        route: route,
                        planned: planned,
                        isUnproven: isUnproven,
                        checkedAt: checkedAt
                    )
                } catch let error as StoreError where !error.isCorruption {
                    throw error
                } catch {
                    // One row that cannot be read or rendered, as when its token is sealed under a lost key, must not
                    // delay the others. The cause goes only into the log: the reason stored with the row is shown to
                    // the alarm's sender.
                    self.logger.error(
                        "a push could not be made",
                        metadata: ["delivery": "\(row.order.id)", "error": "\(error)"]
                    )
                    return PreparedDelivery(row: row, route: .refused(reason: "the relay could not make the push"))
                }
            }
        }
    }

    private func route(
        for row: DeliveryRow,
        at now: Instant,
        in snapshot: any Snapshot,
        planned: inout Instant?
    ) throws -> PreparedDelivery.Route {
        let order = row.order
        // Another node may have taken this one for dead, and the lease for itself.
        guard let stored = try snapshot.delivery(order.id, of: row.alarm), stored.state == .leased,
            stored.leaseHolder == row.leaseHolder, stored.attempts == row.attempts,
            let alarmRow = try snapshot.alarm(key: row.alarm)
        else { return .superseded }
        let kind = kinds[alarmRow.alarm.preset]
        guard try kind.outlivesMembership || snapshot.isActive(circleOf: alarmRow) else { return .superseded }
        let context = DeliveryContext(
            engine: self,
            snapshot: snapshot,
            row: alarmRow,
            order: order,
            orderedAt: row.createdAt
        )
        guard try kind.mayTell(context) else { return .superseded }
        if order.stage.asksForAction {
            guard order.epoch == alarmRow.alarm.epoch, !alarmRow.alarm.state.isFinal else { return .superseded }
        }
        // The steps after a late ring are counted from it; it was itself planned for the promised time.
        planned = order.offset.map { offset in
            max((order.isLate ? alarmRow.alarm.promisedTime : alarmRow.alarm.base) + offset, alarmRow.acceptedAt)
        }
        guard now < order.deadline else { return .expired }
        let id: DeviceID
        switch order.destination {
        case .device(let device): id = device
        case .contact where order.stage == .inquiry:
            return try record(SMSStatusQuery.self, DocumentID(of: order.id), in: snapshot)
                .map { .inquiry(reference: $0.body.reference) } ?? .superseded
        case .contact(let contact, let medium):
            return try letter(to: contact, by: medium, for: row, in: context)
        }
        guard let device = try snapshot.device(id) else { return .refused(reason: "device is gone") }
        // Ordered before the device moved to a platform where it is of no use.
        guard order.stage != .handoff || device.platform.takesHandoffs else { return .superseded }
        let words = try words(for: device, of: kind, in: context)
        let sealed =
            try order.stage == .cancel || device.platform.isServer
            ? nil : kind.memberWords(of: alarmRow, at: order.stage, for: device.person, by: self, in: snapshot)
        let clear = order.stage == .cancel ? nil : try kind.clearWords(of: alarmRow, by: self, in: snapshot)
        var content = PushContent(
            row: alarmRow,
            order: order,
            preset: kinds.name(of: alarmRow.alarm),
            words: words,
            language: Language(tag: device.locale).tag,
            sealed: sealed,
            clear: clear
        )
        if order.stage.asksForAction {
            content.alarm.restoredAt = health.restoration?.time(concerning: alarmRow, at: now)
        }
        guard let destination = try destination(of: device) else {
            return .unaddressed
        }
        guard let channel = channels[device.platform] else {
            return .refused(reason: "no gateway is configured for devices of platform \(device.platform)")
        }
        return .push(try PreparedPush(content, to: destination, by: channel))
    }

    /// The text of a notification; nil where the app has it.
    ///
    /// A browser without its service worker has no texts, nor has a server, and gets the catalogue's.
    func words(for device: Device, of kind: any AlarmKind, in context: DeliveryContext) throws -> PushWords? {
        if let words = try kind.pushWords(for: device, in: context) { return words }
        return device.platform.needsTexts ? try context.words(for: device) : nil
    }

    /// The opened address of a device; nil where the device has none and needs one.
    func destination(of device: Device) throws -> PushDestination? {
        if let address = device.address {
            return PushDestination(
                device: device.id,
                address: try vault.open(address, of: device.id, on: device.platform),
                registeredAt: address.registeredAt
            )
        }
        guard !device.platform.needsAddress else { return nil }
        return PushDestination(device: device.id, address: .events, registeredAt: device.since)
    }

    /// The route of a delivery at this moment, since time may have passed and its alarm may have ended meanwhile.
    private func finalCheck(on delivery: PreparedDelivery) -> PreparedDelivery.Route {
        switch delivery.route {
        case .superseded, .expired, .unaddressed, .unconfigured, .refused, .leaseEnded: return delivery.route
        case .push, .mail, .sms, .call, .inquiry, .webhook: break
        }
        let now = clock.now()
        // Another dispatcher may have leased it by now, or taken it over.
        if let end = delivery.row.leaseEnd, end <= now { return .leaseEnded }
        guard node.holds(delivery.row), !isOutdated(delivery) else { return .leaseEnded }
        guard inFlight.begin(delivery.row.order.id) else { return .superseded }
        return now < delivery.row.order.deadline ? delivery.route : .expired
    }

    /// Sends one delivery unless its final check fails, and returns the result.
    func send(_ prepared: PreparedDelivery) async -> DeliveryResult {
        let delivery = await checkingAgain(prepared)
        // What waited for its device to listen is sent before its time.
        metrics.recordOutboxWait(max(clock.now() - delivery.row.notBefore, .zero))
        if let planned = delivery.planned, delivery.row.attempts == 1 {
            metrics.recordLateness(clock.now() - planned, of: delivery.row.order.stage)
        }
        let stage = delivery.row.order.stage
        // What costs is reserved first: nothing slow may come between the final check and the sending.
        switch delivery.route {
        case .sms(let message):
            if let refusal = await reserveSegments(for: message, at: stage) { return .letter(refusal) }
            let result = await transmit(delivery)
            if !result.mayHaveCost { await refundSegments(for: message) }
            return result
        case .call:
            if let refusal = await reserveCall(at: stage) { return .letter(refusal) }
            let result = await transmit(delivery)
            if !result.mayHaveCost { await refundCall() }
            return result
        default: return await transmit(delivery)
        }
    }

    private func transmit(_ delivery: PreparedDelivery) async -> DeliveryResult {
        switch finalCheck(on: delivery) {
        case .superseded: return .over(.superseded)
        case .expired: return .over(.expired)
        case .leaseEnded: return .unsent
        case .unaddressed: return .unaddressed
        case .unconfigured(let medium, let reason):
            note(.retry(after: nil, reason: .unconfigured(reason), indeterminate: false), by: medium)
            return .waiting(reason: reason)
        case .refused(let reason): return .outcome(.rejected(reason: reason), addressOf: nil)
        case .mail(let mail): return .letter(note(await gateways.contactChannels.mail?.send(mail), by: .email))
        // One person's own server says nothing about the others.
        case .webhook(let webhook): return .letter(await gateways.contactChannels.webhook?.send(webhook))
        case .sms(let message):
            let attempt = await gateways.contactChannels.sms?.send(message)
            note(attempt?.outcome, by: .sms)
            return .message(attempt)
        case .call(let call): return .letter(note(await gateways.contactChannels.calls?.place(call), by: .call))
        case .inquiry(let reference): return .inquiry(await gateways.contactChannels.sms?.fate(of: reference))
        case .push(let prepared):
            let start = ContinuousClock.now
            let attempt = await prepared.send()
            let duration = ContinuousClock.now - start
            metrics.recordPush(duration, to: prepared.push.origin)
            channelHealth.note(
                attempt.outcome,
                at: prepared.push.origin,
                at: clock.now(),
                byStranger: prepared.isToStranger ? duration : nil
            )
            if attempt.outcome == .accepted, let answer = attempt.answer { return .answered(answer) }
            return .outcome(attempt.outcome, addressOf: prepared.push.destination.registeredAt)
        }
    }

    /// Records the outcome of a letter in the channel's health.
    @discardableResult
    private func note(_ outcome: DeliveryOutcome?, by medium: Destination.Medium) -> DeliveryOutcome? {
        if let outcome { channelHealth.note(outcome, at: ChannelOrigin(medium), at: clock.now()) }
        return outcome
    }
}
