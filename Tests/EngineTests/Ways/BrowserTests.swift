import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Synchronization
import Testing

/// Alarms on a browser, which is reached by its push service and takes no handoffs.
@Suite("A browser as a phone")
struct BrowserTests {
    private let phones = RecordingChannel()
    private let browsers: BrowserPushes
    private let fixture: EngineFixture

    init() throws {
        browsers = try BrowserPushes()
        fixture = try EngineFixture(channel: phones, gateways: Gateways(phones, browsers))
    }

    /// Ana has a phone, Ben a browser.
    private func couple() async throws -> PairedDevices { try await fixture.couple(.apns, and: .webPush) }

    @Test("It gets no handoff, rings when due and every minute, and nothing once somebody has answered")
    func journey() async throws {
        let couple = try await couple()
        let id = try await fixture.setAlarm(couple, in: .hours(30))
        try await fixture.pass(until: try await fixture.row(id).alarm.due - .milliseconds(1))
        #expect(browsers.stages == [], "no handoff on acceptance, a day, an hour or ten minutes before")
        #expect(try await fixture.state(id) == .scheduled)
        try await fixture.pass(.milliseconds(1))
        #expect(browsers.stages == [.ring])
        #expect(try await fixture.state(id) == .ringing)
        try await fixture.pass(.minutes(2))
        #expect(browsers.stages == [.ring, .ring, .ring])
        #expect(Set(browsers.sent.map(\.collapseID)).count == 1, "each replaces the one before")
        #expect(browsers.pushes.allSatisfy { $0.push.alarm.message == .sample() })
        #expect(browsers.pushes.allSatisfy { $0.title == "Alarm" && $0.body == "Someone is ringing you." })

        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.minutes(30))
        #expect(browsers.stages == [.ring, .ring, .ring])
        #expect(phones.stages == [.acknowledged])
    }

    @Test("A page that has armed an alarm is passed over only if it was heard in the last minute")
    func bedside() async throws {
        let couple = try await couple()
        for (silence, stages) in [(Span.seconds(59), [Stage.ring]), (.seconds(60), [.ring, .ring])] {
            let before = browsers.stages.count
            let id = try await fixture.setAlarm(couple, in: .minutes(30))
            try await fixture.pass(until: try await fixture.row(id).alarm.due - silence)
            let ben = try await fixture.device(couple.ben.id)
            fixture.engine.presence.note(ben, at: fixture.clock.now())
            try await fixture.report(.armed, of: id, from: couple.ben)
            #expect(try await fixture.state(id) == .armed)
            try await fixture.pass(until: try await fixture.row(id).alarm.due)
            let shown = try await fixture.engine.read { try fixture.engine.view(of: id, for: couple.ana, in: $0) }
            #expect((shown.deliveries[0].armed != nil) == (silence < DevicePresence.memory))
            try await fixture.pass(.seconds(61))
            #expect(Array(browsers.stages.dropFirst(before)) == stages, "heard \(silence) before it was due")
            try await fixture.report(.acknowledged, of: id, from: couple.ben)
        }
    }

    @Test("What is answered on a phone replaces the ring that a browser of the same person shows, silently")
    func answeredElsewhere() async throws {
        let couple = try await fixture.couple(.apns, and: .apns)
        let browser = try await fixture.addDevice(besides: couple.ben, as: .webPush)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        #expect(browsers.stages == [.ring])
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.minutes(10))
        #expect(browsers.stages == [.ring, .cancel])
        let (ring, cancel) = (browsers.pushes[0], browsers.pushes[1])
        #expect(ring.tag == cancel.tag && browsers.sent[0].collapseID == browsers.sent[1].collapseID)
        #expect(!ring.isSilent && cancel.isSilent && cancel.title == "Alarm off")
        #expect(browsers.sent.allSatisfy { $0.destination.device == browser.id })
    }

    @Test("An alarm that is cancelled before it rings tells a browser nothing, for it showed nothing")
    func cancelledBefore() async throws {
        let couple = try await couple()
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        try await fixture.pass(.hours(1))
        _ = try await fixture.cancel(id, by: couple.ana)
        try await fixture.pass(.hours(2))
        #expect(browsers.stages == [])
    }

    @Test("A sender with a browser is told the news there, in the browser's language")
    func news() async throws {
        let couple = try await fixture.couple(.webPush, and: .apns)
        let change = DeviceChange(locale: "zh-TW")
        let view: DeviceView = try await fixture.ask { try $0.devices.change(change, of: couple.ana) }
        #expect(view.platform == .webPush && view.isSelf)
        let id = try await fixture.setAlarm(couple, in: .minutes(1))
        try await fixture.pass(.minutes(1))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.minutes(1))
        #expect(browsers.stages == [.acknowledged])
        let news = try #require(browsers.pushes.first)
        #expect(news.title == "已回應" && !news.isSilent)
        #expect(String(decoding: browsers.sent[0].payload, as: UTF8.self).contains(#""lang":"zh-Hant""#))
    }

    @Test("A subscription that has ended is deleted, and the sender learns it; another one lets the alarm go on")
    func deadSubscription() async throws {
        let couple = try await couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        browsers.answerNext(.addressDead(reason: "HTTP 410: the subscription has ended", since: nil))
        try await fixture.pass(.minutes(5))
        #expect(try await fixture.device(couple.ben.id).address == nil)
        #expect(try await fixture.state(id) == .blocked)
        #expect(phones.stages == [.blocked])
        let fresh = ReplaceToken(webPush: fixture.subscription())
        let ben = try await fixture.device(couple.ben.id)
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(fresh, of: ben) }
        try await fixture.pass(.seconds(1))
        #expect(browsers.stages == [.ring, .ring])
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("A browser moves to the event stream and back; what was ordered for it before follows it")
    func moving() async throws {
        let couple = try await fixture.couple(.apns, and: .events)
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.catchUp()
        let waiting = try await fixture.deliveries(id).filter { $0.order.stage == .handoff }
        #expect(waiting.map(\.state) == [.pending], "nobody listens")
        let request = ReplaceToken(webPush: fixture.subscription())
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(request, of: couple.ben) }
        let ben = try await fixture.device(couple.ben.id)
        #expect(ben.platform == .webPush && ben.address != nil)
        try await fixture.pass(.minutes(25))
        #expect(browsers.stages == [], "the handoff that waited is dropped")
        try await fixture.pass(.minutes(5))
        #expect(browsers.stages == [.ring])
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(.events, of: ben) }
        let moved = try await fixture.device(couple.ben.id)
        #expect(moved.platform == .events && moved.address == nil && moved.isReachable)
        try await fixture.pass(.minutes(3))
        #expect(browsers.stages == [.ring], "rings wait for the stream now")
    }

    @Test("An Apple device becomes no browser, and a browser no Apple device")
    func kinds() async throws {
        let couple = try await couple()
        let subscription = ReplaceToken(webPush: fixture.subscription())
        let token = ReplaceToken(apns: fixture.pushToken())
        for (request, device) in [(subscription, couple.ana), (.events, couple.ana), (token, couple.ben)] {
            try await expectProblem(.malformed) {
                let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(request, of: device) }
            }
        }
    }

    @Test("A point that is not on the curve is refused when it is registered")
    func invalidPoint() async throws {
        var subscription = fixture.subscription()
        subscription.p256dh[64] ^= 1
        let request = RegisterDevice(
            deviceKey: fixture.draw { $0.bytes(32) },
            platform: .webPush,
            webPush: subscription
        )
        let problem = try await expectProblem(.malformed) { _ = try await fixture.register(request) }
        #expect(problem.pointer == "/webpush/p256dh")
    }

    @Test("A relay without Web Push takes no subscription")
    func withoutChannel() async throws {
        let plain = try EngineFixture()
        let request = plain.registration(.webPush)
        let problem = try await expectProblem(.noGateway) { _ = try await plain.register(request) }
        #expect(problem.pointer == "/webpush")
    }

    @Test(
        "Trouble at a stranger's push service is told, stops no heartbeat, and is forgotten when nothing is sent there"
    )
    func troubles() async throws {
        let couple = try await couple()
        browsers.answer { _ in .retry(after: nil, reason: .unreachable("no connection"), indeterminate: false) }
        _ = try await fixture.setAlarm(couple, in: .minutes(1))
        try await fixture.pass(.minutes(5))
        let report = await fixture.engine.examine()
        let check = try #require(report.checks.first { $0.name == .gateway })
        #expect(check.status == .degraded && !report.refusesRequests)
        #expect(report.troubles.map(\.origin) == [ChannelOrigin(.webPush, "https://push.example.org")])
        try await fixture.pass(.hours(2))
        let later = await fixture.engine.examine()
        #expect(later.troubles.isEmpty && later.checks.first { $0.name == .gateway }?.status == .ok)
    }

    @Test("The subscription is sealed at rest, and the export tells of the browser without it")
    func sealedAtRest() async throws {
        let couple = try await couple()
        let ben = couple.ben
        let engine = fixture.engine
        let export = try await engine.read { try engine.export(for: ben, since: nil, in: $0) }
        let text = String(decoding: export.wire, as: UTF8.self)
        #expect(text.contains(#""platform":"webpush""#) && !text.contains("push.example.org"))
        let address = try #require(try await fixture.device(ben.id).address)
        #expect(!String(decoding: address.sealed, as: UTF8.self).contains("push.example.org"))
        let opened = try engine.vault.open(address, of: ben.id, on: .webPush)
        #expect(opened.webPush?.endpoint.origin == BrowserPushes.service)
    }
}
