import AlarmCore
import Foundation
import Testing

@testable import Engine

@Suite("New time zone data")
struct ZoneRefreshTests {
    private let noon = Instant(seconds: 1_800_000_000)

    @Test("The release is told by either file that may hold it, or unknown")
    func version() throws {
        let folder = try ZoneFolder()
        #expect(ZoneDirectory(path: folder.path).status.version == nil)
        try folder.write(Data("2025b\n".utf8), as: "+VERSION")
        #expect(ZoneDirectory(path: folder.path).status.version == "2025b")
        try folder.write(
            Data("# version 2026f\n# This zic input file is in the public domain.\n".utf8),
            as: "tzdata.zi"
        )
        let status = ZoneDirectory(path: folder.path).status
        #expect(status.version == "2026f")
        #expect(status.path == folder.path)
        #expect(status.modified != nil)
        #expect(ZoneDirectory(path: folder.path + "/missing").status.modified == nil)
    }

    @Test("A zone whose file is replaced has its new rules after the next look, a minute later at most")
    func replacement() throws {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "A")
        try folder.install("Europe/Paris", as: "B")
        try folder.write(Data("# version 2026e\n".utf8), as: "tzdata.zi")
        let zones = ZoneDirectory(path: folder.path)
        let (old, other) = (try zones.zone(named: "A"), try zones.zone(named: "B"))
        #expect(zones.refresh(at: noon) == [])
        try folder.install("Asia/Tokyo", as: "A")
        try folder.install("Europe/Paris", as: "B")
        try folder.write(Data("# version 2026f\n".utf8), as: "tzdata.zi")
        #expect(zones.refresh(at: noon + .milliseconds(59_999)) == [])
        #expect(zones.rules(for: "A") == old)
        #expect(zones.status.version == "2026e")
        #expect(zones.refresh(at: noon + .seconds(60)) == ["A"])
        #expect(try zones.rules(for: "A") == ZoneDirectory(path: ZoneFolder.installed).zone(named: "Asia/Tokyo"))
        #expect(zones.rules(for: "B") == other)
        #expect(zones.status.version == "2026f")
        #expect(zones.refresh(at: noon + .seconds(120)) == [])
    }

    @Test("A zone whose new file is missing or broken keeps its rules until the file is whole")
    func halfInstalled() throws {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "A")
        let zones = ZoneDirectory(path: folder.path)
        let old = try zones.zone(named: "A")
        try folder.remove("A")
        #expect(zones.refresh(at: noon) == [])
        try folder.write(Data("TZif2".utf8), as: "A")
        #expect(zones.refresh(at: noon + .minutes(1)) == [])
        #expect(zones.rules(for: "A") == old)
        try folder.install("Asia/Tokyo", as: "A")
        #expect(zones.refresh(at: noon + .minutes(2)) == ["A"])
        #expect(zones.rules(for: "A") != old)
    }

    @Test("A clock that steps back does not put off the next look")
    func clockStepsBack() throws {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "A")
        let zones = ZoneDirectory(path: folder.path)
        _ = try zones.zone(named: "A")
        #expect(zones.refresh(at: noon) == [])
        try folder.install("Asia/Tokyo", as: "A")
        #expect(zones.refresh(at: noon - .hours(3)) == ["A"])
    }

    @Test("Many tasks may ask and refresh at once")
    func concurrency() async throws {
        let zones = ZoneDirectory(path: ZoneFolder.installed)
        let expected = try zones.zone(named: "Europe/Berlin")
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<40 {
                group.addTask {
                    _ = zones.refresh(at: noon + .minutes(Int64(task)))
                    return zones.rules(for: "Europe/Berlin") == expected && zones.rules(for: "Asia/Tokyo") != nil
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
