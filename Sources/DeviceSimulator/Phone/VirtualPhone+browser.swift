import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator

/// A push as the phone's system reads it, before the app does.
struct ArrivedPush {
    var traits: PushTraits
    /// The alarm, unless the push cannot be read.
    var alarm: AlarmPush?
}

extension VirtualPhone {
    /// How often a page in Bedside mode asks the relay, as the web app does.
    private static let pageInterval = Span.seconds(25)

    /// Reads a push as the system does: of a message to a browser, what was sealed for its subscription.
    func read(_ payload: [UInt8], type: String?) -> ArrivedPush {
        guard state.browser != nil else {
            let traits = PushTraits(payload: payload, type: type)
            return ArrivedPush(traits: traits, alarm: try? ReceivedAlarmPush(payload: payload).alarm)
        }
        guard let content = try? address.subscription?.open(payload),
            let message = try? ReceivedWebPush(payload: content)
        else { return ArrivedPush(traits: PushTraits(level: .active)) }
        var traits = PushTraits(level: .active, hasSound: !message.isSilent)
        // The worker opens what partners write to each other; the relay's own words stand for everything else.
        if message.push.alarm.preset != nil { traits.words = "\(message.title) | \(message.body)" }
        return ArrivedPush(traits: traits, alarm: message.push.alarm)
    }

    /// Has the app open a push.
    func open(_ payload: [UInt8]) async throws -> Received {
        state.browser == nil ? try await device.open(push: payload) : try await device.open(webPush: payload)
    }

    /// Does what the web app does when its page is opened: subscribes where it may and has to, and tells the relay.
    func subscribe() async throws {
        guard state.allowsNotifications else {
            guard await device.profile.platform == .webPush else { return }
            try await device.endSubscription()
            return note("the app tells the relay that it can show no notifications", .change)
        }
        if let gateway, !gateway.isSubscribed(token) { take(try registry.register(state)) }
        let profile = await device.profile
        guard let subscription = address.subscription else { return }
        if profile.platform != .webPush || profile.subscription?.endpoint != subscription.endpoint {
            try await device.replaceSubscription(subscription)
            note("the app registers its subscription", .change)
        }
    }

    /// Begins Bedside mode: arms what the relay knows, and asks it again and again while the page stays in front.
    func openPage() async {
        guard state.ringsByPage, page == nil else { return }
        let clock = clock
        page = Task { [weak self] in
            while (try? await clock.truth.sleep(clock.truth.now() + Self.pageInterval)) != nil {
                await self?.speak()
            }
        }
        guard await device.profile.isRegistered else { return }
        do {
            try await adopt()
            try await arm(try await device.sync(fromScratch: true))
        } catch {
            note("the page cannot reach the relay: \(error)")
        }
    }

    /// Ends the page; it says nothing to the relay, as nobody asks a page that is closed.
    func closePage() {
        page?.cancel()
        page = nil
    }

    /// Arms everything that a new page finds, including what an earlier page had armed.
    private func arm(_ outcome: SyncOutcome) async throws {
        for id in outcome.disarm { disarm(id) }
        let reception = PhoneRules.reception(of: PushTraits(), by: state)
        for item in outcome.items {
            await perform(item.plan, item.alarm, by: .app, reception, cause: .sync)
            let known = await device.profile.alarm(item.alarm.id)
            guard item.plan.armsAt == nil, known?.phase == .armed, state.ringsByPage else { continue }
            if await arm(item.alarm, at: item.alarm.ringsAt, by: .app) == .armed {
                await report(.armed, of: item.alarm.id)
            }
        }
    }

    /// Asks the relay for changes, as a page in Bedside mode does; a relay that does not answer is asked again later.
    private func speak() async {
        guard state.ringsByPage, radio.isUp, await device.profile.isRegistered else { return }
        try? await sync()
    }
}
