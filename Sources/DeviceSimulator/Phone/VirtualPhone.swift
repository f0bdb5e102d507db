package import AlarmCore
import AlarmWire
package import DeviceKit
package import GatewaySimulator
import Synchronization

/// A phone without glass: gets pushes from a simulated gateway, and arms, rings and answers as its system would and its
/// user does.
///
/// What to do about a push is decided by ``DeviceKit``, as on a real phone; what the system does with it by ``PhoneRules``,
/// from the phone's ``state``; the rest by the user's ``habits``. All of it follows one ``PhoneClock``.
package actor VirtualPhone {
    /// The app on the phone: what DeviceKit keeps, and the address that the push service gave it.
    struct Installation {
        let device: LocalDevice
        var token: String
    }

    /// The user's name.
    package nonisolated let name: String
    /// The condition of phone and app; changed by ``change(_:)``.
    package internal(set) var state: PhoneState
    /// How the user behaves.
    package var habits: Habits

    nonisolated let relay: String
    nonisolated let topic: String
    nonisolated let environment: GatewaySimulator.Environment
    nonisolated let gateway: GatewaySimulator
    nonisolated let timeline: Timeline
    nonisolated let clock: SkewedClock
    nonisolated let radio: PhoneRadio
    private nonisolated let installation: Mutex<Installation>

    /// The system's own alarms.
    var systemAlarms = SystemAlarms()
    /// Wakes for the next of them.
    var timer: Task<Void, Never>?
    /// What calls the user now, by alarm: what sounds, and what stands on the lock screen.
    var calls: [AlarmID: Call] = [:]
    /// How often each alarm has called.
    var rings: [AlarmID: Int] = [:]
    /// What the user is about to do.
    var reactions: [AlarmID: Task<Void, Never>] = [:]
    /// How often the user has snoozed each alarm.
    var snoozes: [AlarmID: Int] = [:]
    /// What the user has answered while the app could not act.
    var waiting: [GivenAnswer] = []
    /// The news that stand on the lock screen, by the alarm that they are about, the newest last.
    var news: [(id: AlarmID, stage: PushStage)] = []
    /// Whether DeviceKit keeps receipts that the relay has not got.
    var keepsReceipts = false
    private var listeners: [Task<Void, Never>] = []

    /// Makes a phone with the app fresh on it, known to the gateway and not to the relay; it gets no push until
    /// ``turnOn()``.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - relay: the relay's address.
    ///   - topic: the app's bundle identifier.
    ///   - environment: which of the push service's worlds the app lives in.
    ///   - gateway: the push service.
    ///   - transport: the network.
    ///   - state: the condition of phone and app.
    ///   - habits: how the user behaves.
    ///   - timeline: where everything is noted.
    ///   - clock: the right time; the phone's own may differ by its state's `clockError`.
    /// - Throws: ``ContradictoryState``, or a `DeviceError` for a relay's address that cannot be used.
    package init(
        name: String,
        relay: String,
        topic: String,
        environment: GatewaySimulator.Environment = .sandbox,
        gateway: GatewaySimulator,
        transport: any Transport,
        state: PhoneState = PhoneState(),
        habits: Habits,
        timeline: Timeline,
        clock: PhoneClock = .system
    ) throws {
        if let contradiction = state.contradiction { throw ContradictoryState(contradiction) }
        self.name = name
        self.relay = relay
        self.topic = topic
        self.environment = environment
        self.gateway = gateway
        self.state = state
        self.habits = habits
        self.timeline = timeline
        self.clock = SkewedClock(clock, error: state.clockError)
        radio = PhoneRadio(transport, isUp: state.isOnline && state.isPoweredOn)
        let token = gateway.registerDevice(topic: topic, environment: environment)
        let device = try Self.freshDevice(name, relay, topic, environment, token, state, self.clock, radio)
        installation = Mutex(Installation(device: device, token: token))
    }

    /// The app's side; another one after the app was removed and installed again.
    package nonisolated var device: LocalDevice { installation.withLock(\.device) }
    /// The push token that the gateway knows the phone by; the relay may still have an older one.
    package nonisolated var token: String { installation.withLock(\.token) }
    /// When each registered system alarm sounds, by the phone's own clock.
    package var armedAlarms: [AlarmID: Instant] { systemAlarms.entries.mapValues(\.at) }
    /// The alarms that sound or stand on the lock screen.
    package var callingAlarms: Set<AlarmID> { Set(calls.keys) }

    /// Begins to receive pushes, as far as the phone's state lets any through.
    package func turnOn() {
        gateway.setOnline(token, radio.isUp)
        guard state.app != .removed else { return uninstall() }
        listen()
    }

    /// Ends everything that the phone is about to do, for the end of a run; no user or system takes part in it.
    package func turnOff() {
        timer?.cancel()
        timer = nil
        for task in listeners + reactions.values { task.cancel() }
        listeners = []
        reactions = [:]
    }

    /// Changes how the user behaves.
    package func behave(_ change: @Sendable (inout Habits) -> Void) {
        change(&habits)
    }

    /// Receives what the gateway has for the present token, beside what an older one may still bring.
    func listen() {
        let pushes = gateway.pushes(to: token)
        listeners.append(
            Task { [weak self] in
                for await push in pushes {
                    await self?.take(push)
                }
            }
        )
    }

    /// Takes the app off: its alarms go with it, and the gateway answers 410 from now on.
    func uninstall() {
        turnOff()
        systemAlarms.removeAll()
        calls = [:]
        waiting = []
        news = []
        keepsReceipts = false
        gateway.unregister(token, at: clock.truth.now())
    }

    /// Puts the app on again: without its keys nobody knows it, neither the relay nor the partner.
    func install() throws {
        let token = gateway.registerDevice(topic: topic, environment: environment)
        let device = try Self.freshDevice(name, relay, topic, environment, token, state, clock, radio)
        installation.withLock { $0 = Installation(device: device, token: token) }
        gateway.setOnline(token, radio.isUp)
        listen()
    }

    /// Takes another push token; the old one is dead from now on.
    func take(token: String) {
        let old = self.token
        installation.withLock { $0.token = token }
        gateway.unregister(old, at: clock.truth.now())
        gateway.setOnline(token, radio.isUp)
        listen()
    }

    func note(
        _ text: String,
        _ kind: Timeline.Kind = .note,
        alarm: AlarmID? = nil,
        stage: PushStage? = nil,
        state: String? = nil,
        ring: Timeline.Ring? = nil
    ) {
        timeline.note(.phone(name), text, kind: kind, alarm: alarm, stage: stage?.rawValue, state: state, ring: ring)
    }

    private static func freshDevice(
        _ name: String,
        _ relay: String,
        _ topic: String,
        _ environment: GatewaySimulator.Environment,
        _ token: String,
        _ state: PhoneState,
        _ clock: SkewedClock,
        _ radio: PhoneRadio
    ) throws -> LocalDevice {
        let world: Device.PushEnvironment = environment == .sandbox ? .sandbox : .production
        let profile = try Profile.new(
            relay: relay,
            push: PushRegistration(token: token, environment: world, topic: topic),
            capabilities: state.capabilities,
            timeZone: state.timeZone,
            displayName: name
        )
        // Without a network there is nothing to wait for: the app is told at once, and the receipt is kept.
        let configuration = LocalDevice.Configuration(wait: { span in
            guard radio.isUp else { return }
            try await clock.truth.sleep(clock.truth.now() + span)
        })
        return LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: radio,
            configuration: configuration,
            clock: { clock.now }
        )
    }
}
