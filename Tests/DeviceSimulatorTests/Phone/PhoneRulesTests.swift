import AlarmCore
import AlarmWire
import Testing

@testable import DeviceSimulator

/// One row of the table: a phone, a push, and the expected result.
struct RuleCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var state: PhoneState
    var push = PushTraits()
    var way = Timeline.Way.timeSensitive
    var effect: Reception.Effect
    /// Whether the extension runs.
    var runs = true
    /// Whether the app's code can open the message.
    var opens = true

    init(
        _ name: String,
        _ level: PushTraits.Level,
        way: Timeline.Way = .timeSensitive,
        _ effect: Reception.Effect,
        runs: Bool = true,
        opens: Bool = true,
        _ change: (inout PhoneState) -> Void = { _ in }
    ) {
        testDescription = "\(name), \(level.rawValue)"
        state = .with(change)
        push.level = level
        self.way = way
        self.effect = effect
        self.runs = runs
        self.opens = opens
    }
}

@Suite("Handling of a push by iOS")
struct PhoneRulesTests {
    static let alerts: [RuleCase] = [
        RuleCase("locked", .timeSensitive, .sounds),
        RuleCase("locked", .active, way: .ordinary, .sounds),
        RuleCase("locked", .passive, way: .ordinary, .shows),
        RuleCase("locked, no entitlement", .critical, way: .ordinary, .sounds),
        RuleCase("entitled", .critical, way: .critical, .sounds) { $0.criticalAlerts = true },
        RuleCase("unlocked", .timeSensitive, .sounds) { $0.isLocked = false },
        RuleCase("silent", .timeSensitive, .vibrates) { $0.isSilent = true },
        RuleCase("silent", .active, way: .ordinary, .vibrates) { $0.isSilent = true },
        RuleCase("silent and entitled", .critical, way: .critical, .sounds) {
            $0.isSilent = true
            $0.criticalAlerts = true
        },
        RuleCase("silent, no entitlement", .critical, way: .ordinary, .vibrates) { $0.isSilent = true },
        RuleCase("Focus", .timeSensitive, .sounds) { $0.focus = .on },
        RuleCase("Focus", .active, way: .ordinary, .shows) { $0.focus = .on },
        RuleCase("Focus, no entitlement", .critical, way: .ordinary, .shows) { $0.focus = .on },
        RuleCase("strict Focus", .timeSensitive, .shows) { $0.focus = .strict },
        RuleCase("strict Focus, entitled", .critical, way: .critical, .sounds) {
            $0.focus = .strict
            $0.criticalAlerts = true
        },
        RuleCase("Focus and silent", .timeSensitive, .vibrates) {
            $0.focus = .on
            $0.isSilent = true
        },
        RuleCase("low power", .timeSensitive, .sounds) { $0.isLowPower = true },
        RuleCase("force-quit", .timeSensitive, .sounds) { $0.app = .forceQuit },
        RuleCase("extension killed", .timeSensitive, .sounds, runs: false, opens: false) { $0.extensionWorks = false },
        RuleCase("before the first unlock", .timeSensitive, .sounds, opens: false) { $0.isUnlockedSinceBoot = false },
        RuleCase("notifications refused", .timeSensitive, .none, runs: false, opens: false) {
            $0.allowsNotifications = false
        },
        RuleCase("AlarmKit refused", .timeSensitive, .sounds) { $0.alarmKit = .refused },
        RuleCase("iOS 15", .timeSensitive, .sounds) { $0 = PhoneState(system: SystemVersion(15)) },
        RuleCase("iOS 18", .active, way: .ordinary, .sounds) { $0 = PhoneState(system: SystemVersion(18)) },
        RuleCase("wrong clock, another zone", .timeSensitive, .sounds) {
            $0.clockError = .hours(3)
            $0.timeZone = "Asia/Tokyo"
        },
    ]

    @Test(
        "An alert is heard, felt or shown by level and condition, and opened where the extension runs",
        arguments: alerts
    )
    func alert(row: RuleCase) {
        #expect(row.state.contradiction == nil)
        let reception = PhoneRules.reception(of: row.push, by: row.state)
        #expect(reception.isDelivered)
        #expect(reception.way == row.way)
        #expect(reception.effect == row.effect)
        #expect(reception.runsExtension == row.runs)
        #expect(reception.reachesCode == row.opens)
        #expect(!reception.runsApp)
        #expect(reception.ring == Timeline.Ring(way: row.way, isAudible: row.effect == .sounds))
        #expect(!reception.reason.isEmpty)
    }

    @Test(
        "A phone that is off or offline, or has no app, gets nothing, and nothing runs on it",
        arguments: [
            (PhoneState.with { $0.isPoweredOn = false }, "the phone is off"),
            (PhoneState.with { $0.isOnline = false }, "the phone is offline"),
            (PhoneState.with { $0.app = .removed }, "the app is gone"),
        ]
    )
    func nothing(state: PhoneState, reason: String) {
        for isBackground in [false, true] {
            for level in PushTraits.Level.allCases {
                let reception = PhoneRules.reception(
                    of: PushTraits(isBackground: isBackground, level: level),
                    by: state
                )
                #expect(!reception.isDelivered && !reception.reachesCode && reception.effect == .none)
                #expect(reception.reason == reason)
            }
        }
    }

    @Test(
        "A background push starts the app in silence, unless force-quit, in power saving or before the first unlock",
        arguments: [
            (PhoneState(), true),
            (PhoneState.with { $0.isSilent = true }, true),
            (PhoneState.with { $0.allowsNotifications = false }, true),
            (PhoneState.with { $0.extensionWorks = false }, true),
            (PhoneState.with { $0.app = .forceQuit }, false),
            (PhoneState.with { $0.isLowPower = true }, false),
            (PhoneState.with { $0.isUnlockedSinceBoot = false }, false),
        ]
    )
    func background(state: PhoneState, runs: Bool) {
        let reception = PhoneRules.reception(of: PushTraits(isBackground: true, hasAlert: false), by: state)
        #expect(reception.isDelivered)
        #expect(reception.runsApp == runs)
        #expect(reception.reachesCode == runs)
        #expect(!reception.runsExtension)
        #expect(reception.effect == .none)
    }

    @Test(
        "An alert that wakes the app too starts it beside the extension, by the rules of a background push",
        arguments: [
            (PhoneState(), true, true),
            (PhoneState.with { $0.extensionWorks = false }, false, true),
            (PhoneState.with { $0.app = .forceQuit }, true, false),
            (PhoneState.with { $0.isLowPower = true }, true, false),
            (PhoneState.with { $0.isUnlockedSinceBoot = false }, true, false),
        ]
    )
    func wakesBoth(state: PhoneState, runsExtension: Bool, runsApp: Bool) {
        let push = PushTraits(wakesApp: true, level: .passive, hasSound: false)
        let reception = PhoneRules.reception(of: push, by: state)
        #expect(reception.runsExtension == runsExtension)
        #expect(reception.runsApp == runsApp)
        #expect(reception.effect == .shows)
    }

    @Test("The extension gets only what has an alert and may be changed")
    func mutability() {
        for push in [PushTraits(isMutable: false), PushTraits(hasAlert: false)] {
            #expect(!PhoneRules.reception(of: push, by: PhoneState()).runsExtension)
        }
        #expect(PhoneRules.reception(of: PushTraits(hasSound: false), by: PhoneState()).effect == .shows)
        #expect(
            PhoneRules.reception(of: PushTraits(hasAlert: false, hasSound: false), by: PhoneState()).effect == .none
        )
    }

    @Test("A system alarm sounds through everything but a phone that is off")
    func systemAlarm() {
        let loud = Timeline.Ring(way: .alarmKit, isAudible: true)
        let changes: [(inout PhoneState) -> Void] = [
            { _ in }, { $0.isSilent = true }, { $0.focus = .strict }, { $0.isOnline = false }, { $0.app = .forceQuit },
            { $0.isUnlockedSinceBoot = false }, { $0.allowsNotifications = false }, { $0.extensionWorks = false },
            { $0.isLowPower = true }, { $0.alarmKit = .limited(1) },
        ]
        for change in changes { #expect(PhoneRules.systemAlarm(in: .with(change)) == loud) }
        let ends: [(inout PhoneState) -> Void] = [
            { $0.isPoweredOn = false }, { $0.app = .removed }, { $0.alarmKit = .refused },
            { $0.alarmKit = .undetermined },
            { $0 = PhoneState(system: SystemVersion(18, 5)) },
        ]
        for change in ends { #expect(PhoneRules.systemAlarm(in: .with(change)) == nil) }
    }

    @Test("An app hears its alarm while the system may run it, and acts for its user even after a force-quit")
    func appRuns() {
        #expect(PhoneRules.hearsItsAlarm(in: PhoneState()))
        for state in [
            PhoneState.with { $0.app = .forceQuit }, .with { $0.isUnlockedSinceBoot = false },
            .with { $0.alarmTellsApp = false },
            .with { $0.isPoweredOn = false },
        ] {
            #expect(!PhoneRules.hearsItsAlarm(in: state))
        }
        #expect(PhoneRules.appCanAct(in: .with { $0.app = .forceQuit }))
        #expect(PhoneRules.appCanAct(in: .with { $0.isOnline = false }))
        #expect(!PhoneRules.appCanAct(in: .with { $0.isUnlockedSinceBoot = false }))
        #expect(!PhoneRules.appCanAct(in: .with { $0.app = .removed }))
        #expect(!PhoneRules.appCanAct(in: .with { $0.isPoweredOn = false }))
    }

    @Test("The relay's own payloads are read as what they are")
    func payloads() throws {
        func traits(_ stage: PushStage, _ urgency: Urgency) throws -> PushTraits {
            let alarm = AlarmPush(stage: stage, id: .first, revision: 1, time: PhoneBench.start)
            return PushTraits(payload: try PushPayload(alarm, urgency: urgency).bytes, type: "alert")
        }
        #expect(try traits(.ring, .timeSensitive) == PushTraits())
        #expect(try traits(.ring, .critical) == PushTraits(level: .critical))
        #expect(try traits(.handoff, .active) == PushTraits(wakesApp: true, level: .passive, hasSound: false))
        #expect(try traits(.cancel, .active) == PushTraits(wakesApp: true, level: .passive, hasSound: false))
    }

    @Test(
        "Incomplete payloads are read by Apple's defaults",
        arguments: [
            ("", PushTraits(level: .active, hasAlert: false, hasSound: false, isMutable: false)),
            ("[]", PushTraits(level: .active, hasAlert: false, hasSound: false, isMutable: false)),
            (#"{"aps":{"alert":"x"}}"#, PushTraits(level: .active, hasAlert: true, hasSound: false, isMutable: false)),
            (
                #"{"aps":{"alert":"x","sound":{"critical":1},"interruption-level":"active"}}"#,
                PushTraits(level: .critical, hasAlert: true, hasSound: true, isMutable: false)
            ),
            (
                #"{"aps":{"alert":"x","interruption-level":"loudest","mutable-content":"1"}}"#,
                PushTraits(level: .active, hasAlert: true, hasSound: false, isMutable: false)
            ),
        ]
    )
    func odd(text: String, traits: PushTraits) {
        #expect(PushTraits(payload: Array(text.utf8), type: nil) == traits)
    }
}
