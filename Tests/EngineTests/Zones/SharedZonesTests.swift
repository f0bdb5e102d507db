import AlarmCore
import Engine
import Foundation
import RelayTesting
import Storage
import Testing

@Suite("Time zone data of nodes that share a store")
struct SharedZonesTests {
    private let store = InMemoryStore(isShared: true)

    /// A node whose zone data are of this release.
    private func node(_ release: String, in folder: ZoneFolder, seed: UInt64) throws -> EngineFixture {
        try folder.write(Data("# version \(release)\n".utf8), as: "tzdata.zi")
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        return try EngineFixture(store: store, zones: ZoneDirectory(path: folder.path), seed: seed)
    }

    private func check(_ fixture: EngineFixture) async throws -> HealthCheck {
        try #require(await fixture.engine.examine().checks.first { $0.name == .zones })
    }

    @Test("Alarms follow the newest release of any node, and a node with an older one says so")
    func newest() async throws {
        let (here, there) = (try ZoneFolder(), try ZoneFolder())
        let older = try node("2026e", in: here, seed: 1)
        let newer = try node("2026f", in: there, seed: 2)
        _ = try await older.setAlarm(try await older.couple(), in: .hours(9))
        #expect(try await Housekeeper(engine: older.engine).followZones() == 0)
        #expect(try await check(older).status == .ok)
        #expect(try await Housekeeper(engine: newer.engine).followZones() == 1, "the alarm moves to the newer rules")
        for _ in 0..<2 {
            #expect(try await Housekeeper(engine: older.engine).followZones() == 0, "and not back")
            #expect(try await Housekeeper(engine: newer.engine).followZones() == 0)
        }
        let found = try await check(older)
        #expect(found.status == .degraded)
        #expect(found.reason?.contains("of 2026e, and that of another relay on the database of 2026f") == true)
        #expect(try await check(newer).status == .ok)
        withExtendedLifetime((here, there)) {}
    }

    @Test("A relay that is alone on its store follows its own data, also to an older release")
    func alone() async throws {
        let store = InMemoryStore()
        let (here, there) = (try ZoneFolder(), try ZoneFolder())
        for (release, folder) in [("2026f", here), ("2026e", there)] {
            try folder.write(Data("# version \(release)\n".utf8), as: "tzdata.zi")
            let zones = ZoneDirectory(path: folder.path)
            let housekeeper = Housekeeper(engine: try EngineFixture(store: store, zones: zones).engine)
            _ = try await housekeeper.followZones()
            #expect(try await store.read { try $0.value("zones/edition") } == Array(release.utf8))
        }
        withExtendedLifetime((here, there)) {}
    }
}
