package import AlarmCore
import AlarmWire
package import DeviceKit
package import GatewaySimulator
import Synchronization

/// A simulated phone: gets pushes from a simulated gateway, or from a relay's event stream in its place, and arms, rings
/// and answers like a real one.
///
/// ``DeviceKit`` decides what to do about a push, as on a real phone; ``PhoneRules`` decide what the system does, from
/// the phone's ``state``; the user's ``habits`` decide the rest. All of it follows one ``PhoneClock``.
package actor VirtualPhone {
    /// The app on the phone: its DeviceKit data, and where the gateway reaches it.
    struct Installation {
        let device: LocalDevice
        var address: PhoneAddress
    }

    /// Name of the user.
    package nonisolated let name: String
    /// Condition of phone and app; changed by ``change(_:)``.
    package internal(set) var state: PhoneState
    /// How the user behaves.
    package var habits: Habits

    nonisolated let relay: String
    nonisolated let registry: PhoneRegistry
    nonisolated let gateway: GatewaySimulator?
    nonisolated let timeline: Timeline
    nonisolated let clock: SkewedClock
    nonisolated let radio: PhoneRadio
    private nonisolated let installation: Mutex<Installation>

    /// Alarms registered with the system.
    var systemAlarms = SystemAlarms()
    /// Notifications that the system keeps for the app.
    var localNotifications = LocalNotifications()
    /// Task that wakes for the next system alarm or local notification.
    var timer: Task<Void, Never>?
    /// Rings that sound or are on the lock screen, by alarm.
    var phoneRings: [AlarmID: PhoneRing] = [:]
    /// Number of rings of each alarm.
    var rings: [AlarmID: Int] = [:]
    /// Pending reactions of the user, by alarm.
    var reactions: [AlarmID: Task<Void, Never>] = [:]
    /// Number of snoozes of each alarm.
    var snoozes: [AlarmID: Int] = [:]
    /// Answers that the user gave while the app could not act.
    var waiting: [UserAnswer] = []
    /// Notifications on the lock screen, with their alarms, the newest last.
    var news: [(id: AlarmID, stage: PushStage)] = []
    /// Whether DeviceKit keeps receipts that the relay has not received.
    var keepsReceipts = false
    private var listeners: [Task<Void, Never>] = []
    /// The reading of the relay's event stream, of a phone that listens there.
    var stream: Task<Void, Never>?
    /// Whether that stream has been lost, and not come back.
    var hasLostStream = false
    /// Why the relay has refused the stream for good.
    package internal(set) var refusal: DeviceError?
    /// The page that asks the relay while it is in Bedside mode.
    var page: Task<Void, Never>?

    /// Creates a phone with the app newly installed, known to the gateway but not to the relay; it gets no pushes until
    /// ``turnOn()``.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - relay: the relay's address.
    ///   - topic: the app's bundle identifier.
    ///   - environment: which of the push service's environments the app lives in.
    ///   - gateway: the push service.
    ///   - applicationServerKey: the relay's key, with which a browser subscribes; nil for any sender.
    ///   - transport: the network.
    ///   - state: the condition of phone and app.
    ///   - habits: how the user behaves.
    ///   - timeline: the timeline in which everything is noted.
    ///   - clock: the right time; the phone's own may differ by its state's `clockError`.
    /// - Throws: ``ContradictoryState``, or a `DeviceError` for an unusable relay address.
    package init(
        name: String,
        relay: String,
        topic: String,
        environment: GatewaySimulator.Environment = .sandbox,
        gateway: GatewaySimulator,
        applicationServerKey: [UInt8]? = nil,
        transport: any Transport,
        state: PhoneState = PhoneState(),
        habits: Habits,
        timeline: Timeline,
        clock: PhoneClock = .system
    ) throws {
        if let contradiction = state.contradiction { throw ContradictoryState(contradiction) }
        self.name = name
        self.relay = relay
        self.gateway = gateway
        registry = PhoneRegistry(
            gateway: gateway,
            topic: topic,
            environment: environment,
            applicationServerKey: applicationServerKey
        )
        self.state = state
        self.habits = habits
        self.timeline = timeline
        self.clock = SkewedClock(clock, error: state.clockError)
        radio = PhoneRadio(transport, isUp: state.isOnline && state.isPoweredOn)
        let address = try registry.register(state)
        let profile = try registry.profile(name, relay, address, state)
        let device = Self.device(profile, InMemoryProfileStore(profile), address, self.clock, radio)
        installation = Mutex(Installation(device: device, address: address))
    }

    /// Creates a phone whose app has registered with a relay, and listens on its event stream in the place of a gateway.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - profile: what the app knows; registered, with the platform `events`.
    ///   - store: where the app keeps that.
    ///   - transport: the network.
    ///   - state: the condition of phone and app; no browser.
    ///   - habits: how the user behaves.
    ///   - timeline: the timeline in which everything is noted.
    ///   - clock: the right time.
    /// - Throws: ``ContradictoryState``.
    package init(
        name: String,
        profile: Profile,
        store: any ProfileStore,
        transport: any Transport,
        state: PhoneState,
        habits: Habits,
        timeline: Timeline,
        clock: PhoneClock = .system
    ) throws {
        if let contradiction = state.contradiction { throw ContradictoryState(contradiction) }
        guard state.browser == nil else {
            throw ContradictoryState("a browser does not listen in the place of a phone")
        }
        self.name = name
        relay = profile.relay.text
        gateway = nil
        registry = PhoneRegistry(gateway: nil, topic: "", environment: .sandbox, applicationServerKey: nil)
        self.state = state
        self.habits = habits
        self.timeline = timeline
        self.clock = SkewedClock(clock, error: state.clockError)
        radio = PhoneRadio(transport, isUp: state.isOnline && state.isPoweredOn)
        let device = Self.device(profile, store, .events, self.clock, radio)
        installation = Mutex(Installation(device: device, address: .events))
    }

    /// The app's DeviceKit device; a new one after the app was removed and installed again.
    package nonisolated var device: LocalDevice { installation.withLock(\.device) }
    /// Where the gateway reaches the app; the relay may still have an older address.
    nonisolated var address: PhoneAddress { installation.withLock(\.address) }
    /// Push token, or identifier of the subscription, by which the gateway knows the phone.
    package nonisolated var token: String { address.id }
    /// Time at which each registered system alarm sounds, by the phone's own clock.
    package var armedAlarms: [AlarmID: Instant] { systemAlarms.entries.mapValues(\.at) }
    /// Time at which each local notification is shown, by the phone's own clock.
    package var keptNotifications: [AlarmID: Instant] { localNotifications.entries.mapValues(\.at) }
    /// Alarms that sound or are on the lock screen.
    package var ringingAlarms: Set<AlarmID> { Set(phoneRings.keys) }

    /// Starts to receive pushes, as far as the phone's state lets them through.
    package func turnOn() {
        connect()
        guard state.app != .removed else { return uninstall() }
        listen()
    }

    /// Cancels everything the phone is about to do, at the end of a run; no user or system takes part in it.
    package func turnOff() {
        timer?.cancel()
        timer = nil
        page?.cancel()
        page = nil
        stream?.cancel()
        stream = nil
        for task in listeners + reactions.values { task.cancel() }
        listeners = []
        reactions = [:]
    }

    /// Changes how the user behaves.
    package func behave(_ change: @Sendable (inout Habits) -> Void) {
        change(&habits)
    }

    /// Receives pushes for the present token, in addition to those for an older one.
    func listen() {
        guard let gateway else { return listenToEvents() }
        let pushes = gateway.pushes(to: token)
        listeners.append(
            Task { [weak self] in
                for await push in pushes {
                    await self?.take(push)
                }
            }
        )
    }

    /// Removes the app together with its alarms; the gateway answers 410 from now on.
    func uninstall() {
        turnOff()
        systemAlarms.removeAll()
        localNotifications.removeAll()
        phoneRings = [:]
        waiting = []
        news = []
        keepsReceipts = false
        registry.end(address, at: clock.truth.now())
    }

    /// Has the push service declare the address dead; the app does not know it yet.
    nonisolated func expireAddress(at now: Instant) {
        registry.expire(address, at: now)
    }

    /// Lets pushes through, as far as the phone's state does.
    func connect() {
        registry.connect(address, PhoneRules.isConnected(state))
        listenToEvents()
    }

    /// Installs the app again: without its old keys neither the relay nor the partner knows it.
    func install() throws {
        let address = try registry.register(state)
        let profile = try registry.profile(name, relay, address, state)
        let device = Self.device(profile, InMemoryProfileStore(profile), address, clock, radio)
        installation.withLock { $0 = Installation(device: device, address: address) }
        connect()
        listen()
    }

    /// Takes another address; the old one is dead from now on.
    func take(_ new: PhoneAddress) {
        let old = address
        installation.withLock { $0.address = new }
        registry.end(old, at: clock.truth.now())
        connect()
        listen()
    }

    func note(
        _ text: String,
        _ kind: Timeline.Kind = .note,
        alarm: AlarmID? = nil,
        stage: PushStage? = nil,
        state: String? = nil,
        ring: Timeline.Ring? = nil,
        due: Instant? = nil
    ) {
        timeline.note(
            .phone(name),
            text,
            kind: kind,
            alarm: alarm,
            stage: stage?.rawValue,
            state: state,
            ring: ring,
            due: due
        )
    }

    private static func device(
        _ profile: Profile,
        _ store: any ProfileStore,
        _ address: PhoneAddress,
        _ clock: SkewedClock,
        _ radio: PhoneRadio
    ) -> LocalDevice {
        var configuration = LocalDevice.Configuration()
        // Offline there is nothing to wait for: the app is told at once, and the receipt is kept.
        configuration.wait = { span in
            guard radio.isUp else { return }
            try await clock.truth.sleep(clock.truth.now() + span)
        }
        // It is an iPhone also where it is reached in another way.
        if case .events = address { configuration.keepsNotifications = true }
        return LocalDevice(
            profile: profile,
            store: store,
            transport: radio,
            configuration: configuration,
            clock: { clock.now }
        )
    }
}
