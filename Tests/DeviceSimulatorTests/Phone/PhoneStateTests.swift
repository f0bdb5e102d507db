import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("A phone's condition")
struct PhoneStateTests {
    @Test("A phone lies locked and on line unless told, and nothing about it is contradictory")
    func usual() {
        #expect(PhoneState().contradiction == nil)
        #expect(PhoneState(system: SystemVersion(15)).contradiction == nil)
        #expect(PhoneState().isLocked && PhoneState().isUnlockedSinceBoot && PhoneState().isOnline)
        #expect(PhoneState().capabilities == Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"))
    }
}
