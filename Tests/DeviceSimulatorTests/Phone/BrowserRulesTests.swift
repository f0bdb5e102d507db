import AlarmCore
import Testing

@testable import DeviceSimulator

/// A condition of a browser, and what becomes of a push that rings.
struct BrowserCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let browsers: [BrowserKind]
    /// Nil where the push service keeps the push, or it is lost.
    let effect: Reception.Effect?
    let change: @Sendable (inout PhoneState) -> Void

    init(
        _ description: String,
        on browsers: [BrowserKind] = BrowserKind.allCases,
        _ effect: Reception.Effect?,
        _ change: @escaping @Sendable (inout PhoneState) -> Void = { _ in }
    ) {
        testDescription = description
        self.browsers = browsers
        self.effect = effect
        self.change = change
    }

    static let all: [BrowserCase] = [
        BrowserCase("locked", .sounds),
        BrowserCase("unlocked", .sounds) { $0.isLocked = false },
        BrowserCase("silent", on: [.android, .iPhone], .vibrates) { $0.isSilent = true },
        BrowserCase("muted", on: [.computer], .shows) { $0.isSilent = true },
        BrowserCase("Focus", .shows) { $0.focus = .on },
        BrowserCase("strict Focus", .shows) { $0.focus = .strict },
        BrowserCase("low power", .sounds) { $0.isLowPower = true },
        BrowserCase("offline", nil) { $0.isOnline = false },
        BrowserCase("off", nil) { $0.isPoweredOn = false },
        BrowserCase("restarted", nil) { $0.isUnlockedSinceBoot = false },
        BrowserCase("closed", on: [.android, .computer], nil) { $0.app = .forceQuit },
        BrowserCase("swiped away", on: [.iPhone], .sounds) { $0.app = .forceQuit },
        BrowserCase("site's data deleted", nil) { $0.app = .removed },
        BrowserCase("notifications denied", nil) { $0.allowsNotifications = false },
        BrowserCase("worker gone", on: [.android, .computer], .shows) { $0.extensionWorks = false },
        BrowserCase("worker gone, declarative", on: [.iPhone], .sounds) { $0.extensionWorks = false },
    ]
}

@Suite("The rules of a browser")
struct BrowserRulesTests {
    private func state(_ browser: BrowserKind, _ change: (inout PhoneState) -> Void = { _ in }) -> PhoneState {
        var state = PhoneState()
        state.browser = browser
        change(&state)
        return state
    }

    @Test("A push that rings has the documented effect", arguments: BrowserCase.all)
    func receptions(_ example: BrowserCase) {
        for browser in example.browsers {
            let state = state(browser, example.change)
            #expect(state.contradiction == nil)
            let reception = PhoneRules.reception(of: PushTraits(level: .active), by: state)
            #expect(reception.isDelivered == (example.effect != nil), "\(browser)")
            #expect(reception.effect == (example.effect ?? Reception.Effect.none), "\(browser)")
            #expect(reception.way == .ordinary)
        }
    }

    @Test("A push that ends a ring makes no sound, anywhere")
    func silent() {
        for browser in BrowserKind.allCases {
            let reception = PhoneRules.reception(of: PushTraits(level: .active, hasSound: false), by: state(browser))
            #expect(reception.isDelivered && reception.effect == .none)
        }
    }

    @Test("The push service keeps pushes as long as nobody listens")
    func listening() {
        for browser in BrowserKind.allCases {
            #expect(PhoneRules.isConnected(state(browser)))
            #expect(!PhoneRules.isConnected(state(browser) { $0.isOnline = false }))
            #expect(!PhoneRules.isConnected(state(browser) { $0.isUnlockedSinceBoot = false }))
            #expect(PhoneRules.isConnected(state(browser) { $0.app = .forceQuit }) == (browser == .iPhone))
        }
    }

    @Test("A page beside the bed rings by itself only while it is in front and awake")
    func page() {
        let bedside: (inout PhoneState) -> Void = {
            $0.isBedside = true
            $0.isLocked = false
        }
        func ring(_ change: (inout PhoneState) -> Void = { _ in }) -> Timeline.Ring? {
            PhoneRules.systemAlarm(
                in: state(.android) { state in
                    bedside(&state)
                    change(&state)
                }
            )
        }
        #expect(ring() == Timeline.Ring(way: .page, isAudible: true))
        #expect(ring { $0.isOnline = false } == Timeline.Ring(way: .page, isAudible: true))
        #expect(ring { $0.isSilent = true } == Timeline.Ring(way: .page, isAudible: true))
        #expect(ring { $0.allowsNotifications = false } == Timeline.Ring(way: .page, isAudible: true))
        #expect(ring { $0.focus = .strict } == Timeline.Ring(way: .page, isAudible: false))
        #expect(ring { $0.isLocked = true } == nil)
        #expect(ring { $0.isLowPower = true } == nil)
        #expect(ring { $0.app = .forceQuit } == nil)
        #expect(ring { $0.isPoweredOn = false } == nil)
        #expect(ring { $0.isBedside = false } == nil)
    }

    @Test("A browser has neither AlarmKit nor critical alerts, and only a browser lies beside the bed")
    func contradictions() {
        #expect(state(.android) { $0.criticalAlerts = true }.contradiction != nil)
        var phone = PhoneState()
        phone.isBedside = true
        #expect(phone.contradiction != nil)
        #expect(!state(.computer).capabilities.alarmKit && !state(.computer).capabilities.criticalAlerts)
    }
}
