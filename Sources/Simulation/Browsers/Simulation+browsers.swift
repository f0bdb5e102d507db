import AlarmCore
import AlarmWire
import CurlClient
import Delivery

extension Simulation {
    /// A point of P-256, which every simulated browser has: nothing is sealed here.
    static let browserPoint =
        Base64URL.decode(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ) ?? []

    /// The subscription of a browser that its push service knows by these digits.
    static func subscription(_ digits: String) -> WebPushSubscription {
        WebPushSubscription(
            endpoint: "https://push.example.org/\(digits)",
            p256dh: browserPoint,
            auth: [UInt8](repeating: 7, count: WebPushSubscription.secretByteCount)
        )
    }

    /// The address of a device that is reached under these digits.
    func address(_ digits: String, isBrowser: Bool) -> DeviceAddress {
        if isBrowser {
            guard let address = WebPushAddress(Self.subscription(digits)) else {
                preconditionFailure("64 digits are no endpoint")
            }
            return .webPush(address)
        }
        guard let token = DeviceToken(hex: digits) else { preconditionFailure("64 digits are no push token") }
        return .apns(APNsAddress(token: token, environment: .production, topic: Self.topic))
    }

    /// Draws whether the next device is a browser.
    ///
    /// From a source of its own: a run without browsers is the same as if there were none in any run.
    func drawsBrowser() -> Bool {
        profile.hasBrowsers && Bool.random(using: &browserChance)
    }

    /// Plans what happens to browsers: they are closed and opened, and get other subscriptions.
    func planBrowsers() {
        for phone in phones.values.sorted(by: { $0.name < $1.name }) where phone.isBrowser {
            planClosing(of: phone)
            if profile.hasDeadTokens || roll(1, in: 3) {
                plan(in: span(0...5_400_000)) { [unowned self] in if !isHealed { renewAddress(of: phone) } }
            }
        }
    }

    private func planClosing(of phone: Phone) {
        plan(in: roll(1, in: 2) ? span(1000...120_000) : span(60_000...1_200_000)) { [unowned self] in
            guard !isHealed else { return }
            note("\(phone.name) is closed")
            phone.close()
            let length = roll(1, in: 2) ? span(1000...120_000) : span(60_000...1_200_000)
            plan(in: length) { [unowned self] in
                open(phone)
                planClosing(of: phone)
            }
        }
    }

    /// Opens a browser: what its push service has kept arrives.
    private func open(_ phone: Phone) {
        note("\(phone.name) is opened")
        phone.isClosed = false
        let kept = phone.kept
        phone.kept = []
        for flight in kept where flight.deadline > now && flight.address == phone.address {
            model.checkKept(flight, on: phone)
            hand(flight, to: phone)
        }
        let isOfCouple = couples.contains { $0.sender === phone || $0.receivers.contains { $0 === phone } }
        if isOfCouple, roll(1, in: 2) { ask(.synchronise, from: phone) }
    }

    /// Takes a message at the push service: at once for an open browser, else kept in place of one with its topic.
    func deliver(_ flight: SendAttempt, to phone: Phone) {
        guard !flight.isLost else { return note("the push service loses #\(flight.number)") }
        if let alarm = flight.alarm, alarm.stage == .cancel { phone.endings[alarm.id] = now }
        guard phone.isClosed else { return hand(flight, to: phone) }
        if let topic = flight.topic { phone.kept.removeAll { $0.topic == topic } }
        phone.kept.append(flight)
    }

    /// Draws when a push service accepts a message, if at all, and when the sender gets an answer.
    func scheduleAtPushService(_ flight: SendAttempt, isDead: Bool) -> (arrival: Span?, reply: Span) {
        let normal = (arrival: span(1...60), reply: span(61...120))
        func answer(_ status: Int, retryAfter: Int64? = nil) {
            let headers = retryAfter.map { [HTTPHeader("retry-after", "\($0)")] } ?? []
            flight.verdict = WebPushOutcome.of(HTTPResponseHead(status: status, headers: headers), at: now)
        }
        if isDead {
            answer(roll(1, in: 4) ? 404 : 410)
            return (nil, normal.reply)
        }
        answer(201)
        guard profile.hasGatewayTrouble, !isHealed, roll(1, in: 3) else { return normal }
        let lost = DeliveryOutcome.retry(after: nil, reason: .timedOut("timeout"), indeterminate: true)
        switch draw(0...11) {
        case 0, 1:
            flight.verdict = lost
            return (normal.arrival, span(61...10_000))
        case 2:
            flight.verdict = lost
            return (nil, span(61...10_000))
        case 3, 4:
            answer(429, retryAfter: draw(Int64(1)...30))
            return (nil, normal.reply)
        case 5:
            answer(503, retryAfter: roll(1, in: 2) ? draw(Int64(1)...60) : nil)
            return (nil, normal.reply)
        case 6, 7:
            // It may have failed after it accepted the message.
            answer(draw(500...502))
            return (roll(1, in: 2) ? normal.arrival : nil, normal.reply)
        case 8:
            answer(403)
            return (nil, normal.reply)
        case 9:
            answer(413)
            return (nil, normal.reply)
        case 10:
            flight.isLost = true
            return normal
        default:
            return answerLate(flight)
        }
    }

    /// Lets a page in Bedside mode arm what the relay has told it.
    func takeSync(_ request: DeviceRequest) {
        let phone = request.phone
        guard let answer = request.synced, phone.isBrowser, !phone.isClosed, roll(1, in: 2) else { return }
        for alarm in answer.alarms where alarm.time > now && alarm.snoozedUntil == nil {
            guard phone.known[alarm.id]?.revision ?? 0 < alarm.revision else { continue }
            phone.known[alarm.id] = Phone.Known(revision: alarm.revision, due: alarm.time)
            phone.armedByItself.insert(alarm.id)
            plan(in: span(1...100)) { [unowned self] in arm(alarm.id, revision: alarm.revision, on: phone) }
        }
    }
}
