import AlarmCore
import AlarmWire
import Foundation
import Testing

@testable import Engine

@Suite("The directory of time zones")
struct ZoneDirectoryTests {
    @Test(
        "Installed zones are found by their IANA names",
        arguments: ["Europe/Berlin", "UTC", "Etc/GMT+5", "America/Port-au-Prince"]
    )
    func installed(name: String) throws {
        let zones = ZoneDirectory(path: ZoneFolder.installed)
        #expect(try zones.zone(named: name) == zones.rules(for: name))
    }

    @Test(
        "A name that cannot be a zone's is refused before any file is looked for",
        arguments: [
            "", "/etc/passwd", "/Europe/Berlin", "../zoneinfo/UTC", "Europe/../UTC", "./UTC", "Europe//Berlin",
            "Europe/",
            "posixrules", "localtime", "posix/UTC", "right/UTC", "Europe/Berlin\0", "Europe Berlin", "Europé/Berlin",
            "zone.tab",
            String(repeating: "a", count: 65),
        ]
    )
    func implausible(name: String) {
        let zones = ZoneDirectory(path: ZoneFolder.installed)
        #expect(throws: ZoneDirectoryError.notAZoneName(name)) { try zones.zone(named: name) }
        #expect(zones.rules(for: name) == nil)
    }

    @Test(
        "An abbreviation, a folder, a table or a zone that does not exist is unknown",
        arguments: ["PST", "IST", "UTC+3", "Europe", "leapseconds", "Europe/Atlantis", "europe/berlin"]
    )
    func unknown(name: String) {
        let zones = ZoneDirectory(path: ZoneFolder.installed)
        #expect(throws: ZoneDirectoryError.unknownZone(name)) { try zones.zone(named: name) }
    }

    @Test("A file that is not a usable zone is refused with the reason")
    func invalidFiles() throws {
        let folder = try ZoneFolder()
        try folder.write(Data("TZif9".utf8), as: "Short")
        try folder.write(Data(count: 2_000_000), as: "Huge")
        let zones = ZoneDirectory(path: folder.path)
        #expect(throws: ZoneDirectoryError.invalidFile("Short", .truncated("header"))) {
            try zones.zone(named: "Short")
        }
        #expect(throws: ZoneDirectoryError.unreadable("Huge")) { try zones.zone(named: "Huge") }
    }

    @Test("An alias by symbolic link has the rules of its zone")
    func alias() throws {
        let folder = try ZoneFolder()
        try folder.install("Europe/London", as: "Europe/London")
        try folder.link("GB", to: "Europe/London")
        try folder.link("Dangling", to: "Europe/Nowhere")
        let zones = ZoneDirectory(path: folder.path)
        #expect(try zones.zone(named: "GB") == zones.zone(named: "Europe/London"))
        #expect(zones.rules(for: "Dangling") == nil)
        #expect(zones.names() == ["Europe/London", "GB"])
    }

    @Test("The names are those of the zones, without tables, variants and this machine's own setting")
    func names() {
        let names = ZoneDirectory(path: ZoneFolder.installed).names()
        #expect(names.count > 400)
        #expect(names == names.sorted() && Set(names).count == names.count)
        #expect(names.contains("Africa/Casablanca") && names.contains("America/Argentina/Buenos_Aires"))
        #expect(!names.contains { $0.hasPrefix("right/") || $0.hasPrefix("posix") || $0 == "localtime" })
        #expect(!names.contains("tzdata.zi") && !names.contains("zone.tab"))
    }

    @Test("Every zone and every alias of the data is listed, can be named in a request, and has rules")
    func completeness() throws {
        let zones = ZoneDirectory(path: ZoneFolder.installed)
        let names = try ZoneFolder.sourceNames()
        #expect(zones.names() == names.sorted())
        for name in names {
            #expect(throws: Never.self, "\(name)") { try zones.zone(named: name) }
            var object = try ObjectReader(.object(JSONObject(["timeZone": .string(name)])))
            #expect(try object.optionalZone("timeZone") == name)
        }
    }

    @Test("TZDIR names the directory, unless it is empty")
    func environment() {
        #expect(ZoneDirectory.path(in: ["TZDIR": "/opt/zones"]) == "/opt/zones")
        #expect(ZoneDirectory.path(in: ["TZDIR": ""]) == "/usr/share/zoneinfo")
        #expect(ZoneDirectory.path(in: [:]) == "/usr/share/zoneinfo")
    }
}
