import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("A phone's condition")
struct PhoneStateTests {
    @Test("A phone lies locked and on line unless told, and nothing about it is contradictory")
    func defaults() {
        #expect(PhoneState().contradiction == nil)
        #expect(PhoneState(system: SystemVersion(15)).contradiction == nil)
        #expect(PhoneState().isLocked && PhoneState().isUnlockedSinceBoot && PhoneState().isOnline)
        #expect(PhoneState().capabilities == Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"))
        let old = PhoneState(system: SystemVersion(18, 5)).capabilities
        #expect(old == Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "18.5"))
    }

    @Test(
        "An impossible phone is refused, with what to give instead",
        arguments: [
            (PhoneState.with { $0.system = SystemVersion(14, 8) }, "there is no iOS 14.8"),
            (PhoneState.with { $0.system = SystemVersion(22) }, "there is no iOS 22.0"),
            (PhoneState.with { $0.system = SystemVersion(27) }, "there is no iOS 27.0"),
            (PhoneState.with { $0.system = SystemVersion(18, 5) }, "AlarmKit is allowed on iOS 18.5"),
            (PhoneState.with(system: SystemVersion(17)) { $0.alarmKit = .refused }, "AlarmKit is refused on iOS 17.0"),
            (PhoneState.with(system: SystemVersion(17)) { $0.alarmKit = .limited(1) }, "AlarmKit is limited to 1"),
            (PhoneState.with { $0.alarmKit = .limited(-1) }, "cannot be limited to -1"),
            (
                PhoneState.with {
                    $0.criticalAlerts = true
                    $0.allowsNotifications = false
                }, "critical alerts are allowed while notifications are not"
            ),
            (
                PhoneState.with {
                    $0.isPoweredOn = false
                    $0.isLocked = false
                }, "a phone that is off is locked"
            ),
            (PhoneState.with { $0.clockError = .days(40_000) }, "more than 100 years"),
            (PhoneState.with { $0.clockError = Span(milliseconds: .min) }, "more than 100 years"),
            (PhoneState.with { $0.timeZone = "Mars/Base 1" }, "is no time zone"),
            (PhoneState.with { $0.timeZone = "" }, "is no time zone"),
        ]
    )
    func contradictions(state: PhoneState, words: String) {
        #expect(state.contradiction?.contains(words) == true, "\(state.contradiction ?? "no contradiction")")
    }

    @Test("Unlocking is the first unlock too, and turning the phone off or on locks it until the next")
    func locks() {
        var state = PhoneState()
        state.isLocked = false
        #expect(state.lock == .unlocked)
        state.isLocked = true
        #expect(state.lock == .locked)
        state.app = .forceQuit
        state.isPoweredOn = false
        #expect(state.lock == .beforeFirstUnlock && !state.isUnlockedSinceBoot && state.contradiction == nil)
        #expect(state.app == .installed, "after a restart the system starts the app again")
        state.isPoweredOn = true
        state.isLocked = true
        #expect(state.lock == .beforeFirstUnlock, "locking is no unlocking")
        state.isUnlockedSinceBoot = true
        #expect(state.lock == .locked)
        state.isPoweredOn = true
        #expect(state.lock == .locked, "turning on what is on changes nothing")
    }

    @Test("Every change of a condition is told in words")
    func changes() {
        let old = PhoneState()
        #expect(old.changes(since: old).isEmpty)
        let told = PhoneState.with {
            $0.system = SystemVersion(26, 2)
            $0.alarmKit = .limited(2)
            $0.criticalAlerts = true
            $0.focus = .strict
            $0.isSilent = true
            $0.isLowPower = true
            $0.isOnline = false
            $0.isLocked = false
            $0.app = .forceQuit
            $0.extensionWorks = false
            $0.extensionMayArm = false
            $0.alarmTellsApp = false
            $0.clockError = .minutes(-10)
            $0.timeZone = "Asia/Tokyo"
        }.changes(since: old)
        #expect(told.count == 14, "\(told)")
        for words in [
            "goes offline", "is silenced", "is unlocked", "has AlarmKit limited to 2", "arrives in Asia/Tokyo",
        ] {
            #expect(told.contains(words), "\(told)")
        }
        #expect(told.contains("has a clock that is 600 s behind"))
        let off = PhoneState.with { $0.isPoweredOn = false }
        #expect(off.changes(since: old) == ["is turned off"])
        #expect(
            PhoneState.with { $0.allowsNotifications = false }.changes(since: old) == [
                "may show no notifications any more"
            ]
        )
    }

    @Test("A system's version is read strictly, and compared by number")
    func versions() {
        #expect(SystemVersion("18.5") == SystemVersion(18, 5))
        #expect(SystemVersion("17.4.1") == SystemVersion(17, 4))
        #expect(SystemVersion("26") == SystemVersion(26, 0))
        for text in ["", ".", "26.", "26.1.2.3", "-1", "１８", "9999", "26.x", "26 "] {
            #expect(SystemVersion(text) == nil, "\(text)")
        }
        #expect(SystemVersion(18, 10) > SystemVersion(18, 9))
        #expect(SystemVersion(18, 10).description == "18.10")
    }
}
