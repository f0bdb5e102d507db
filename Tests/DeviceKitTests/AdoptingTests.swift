import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("A device tells the relay what has changed about it")
struct AdoptingTests {
    private static let iOS18 = Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "18.5")
    private static let iOS26 = Device.Capabilities(alarmKit: true, criticalAlerts: true, os: "26.1")

    private var view: ScriptedTransport.Step {
        .ok(
            DeviceView(
                id: PairedProfiles.benID,
                isSelf: true,
                platform: .events,
                capabilities: Self.iOS26,
                since: noon,
                isReachable: true
            )
        )
    }

    private func sentChange(_ request: WireRequest?, of profile: Profile) throws -> DeviceChange {
        let plaintext = try profile.opened(try #require(request))
        #expect(plaintext.target == Endpoints.Devices.change.target)
        return try DeviceChange(json: plaintext.body)
    }

    @Test("An update, a permission and another zone are told once, and what has not changed costs nothing")
    func told() async throws {
        var couple = try PairedProfiles()
        couple.ben.capabilities = Self.iOS18
        let transport = ScriptedTransport([view])
        let device = LocalDevice(couple.ben, transport)
        #expect(try await device.adopt(capabilities: Self.iOS18, timeZone: "UTC") == false)
        #expect(transport.sent.isEmpty)
        #expect(try await device.adopt(capabilities: Self.iOS26, timeZone: "Asia/Tokyo", locale: "ja"))
        let change = try sentChange(transport.sent.first, of: couple.ben)
        #expect(change == DeviceChange(capabilities: Self.iOS26, timeZone: "Asia/Tokyo", locale: "ja"))
        #expect(try await device.adopt(capabilities: Self.iOS26, timeZone: "Asia/Tokyo") == false)
        #expect(transport.sent.count == 1)
    }

    @Test("Without a network it is kept, and told with the next sync, which then lists every alarm")
    func kept() async throws {
        var couple = try PairedProfiles()
        couple.ben.capabilities = Self.iOS18
        couple.ben.cursor = SyncCursor(change: 7)
        let offline = ScriptedTransport.Step.failure(.unreachable("no network"))
        let transport = ScriptedTransport([offline, offline, offline])
        let store = InMemoryProfileStore()
        let device = LocalDevice(couple.ben, transport, store: store)
        try await device.adopt(capabilities: Self.iOS26)
        // The app is started anew meanwhile.
        let saved = try #require(try store.load())
        let restarted = LocalDevice(try Profile(parsing: saved.wire), transport)
        let before = transport.sent.count
        transport.add(
            view,
            .ok(SyncAnswer(cursor: SyncCursor(change: 9), alarms: [], gone: [], serverTime: noon))
        )
        _ = try await restarted.sync()
        let requests = Array(transport.sent.dropFirst(before))
        #expect(try sentChange(requests.first, of: couple.ben).capabilities == Self.iOS26)
        #expect(try couple.ben.opened(try #require(requests.last)).target == Endpoints.Sync.synchronise.path)
        #expect(requests.count == 2)
    }

    @Test("What the relay refuses for good is not told again, and keeps no sync from going on")
    func refused() async throws {
        let couple = try PairedProfiles()
        let transport = ScriptedTransport([.problem(Problem(.malformed))])
        let device = LocalDevice(couple.ben, transport)
        try await device.adopt(timeZone: "Mars/Olympus")
        transport.add(.ok(SyncAnswer(cursor: SyncCursor(change: 9), alarms: [], gone: [], serverTime: noon)))
        _ = try await device.sync()
        #expect(transport.sent.count == 2)
    }

    @Test("The language in which the relay writes is also known after another program has changed it")
    func written() async throws {
        let couple = try PairedProfiles()
        let store = InMemoryProfileStore()
        let listener = LocalDevice(couple.ben, ScriptedTransport([]), store: store)
        #expect(try await listener.writtenLanguage() == "en")
        let other = LocalDevice(couple.ben, ScriptedTransport([view]), store: store)
        try await other.choose(language: LanguageTag("zh-Hant"), system: .english)
        #expect(try await listener.writtenLanguage() == "zh-Hant")
    }

    @Test("With system alarms gone, what was armed is taken over anew, and kept as a local notification")
    func withdrawn() async throws {
        var couple = try PairedProfiles()
        couple.ben.platform = .apns
        couple.ben.incoming = [PlannerTests.known(.armed, revision: 1)]
        let alarm = SyncedAlarm(
            id: PlannerTests.id,
            pair: PairedProfiles.pairID,
            state: .armed,
            revision: 1,
            time: PlannerTests.due,
            ttl: .minutes(10),
            sound: "default",
            message: try couple.seal(MessagePlaintext(id: PlannerTests.id, time: PlannerTests.due, text: "Tea?"))
        )
        let transport = ScriptedTransport([
            view, .ok(SyncAnswer(cursor: SyncCursor(change: 9), alarms: [alarm], gone: [], serverTime: noon)),
        ])
        let device = LocalDevice(couple.ben, transport)
        #expect(try await device.adopt(capabilities: Self.iOS18))
        let plans = try await device.sync().items.map(\.plan)
        #expect(plans.map(\.notifiesLocallyAt) == [PlannerTests.due + AlarmPlanner.localDelay])
    }
}
