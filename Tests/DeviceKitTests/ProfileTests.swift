import AlarmCore
import AlarmWire
import Foundation
import Sealing
import TestSupport
import Testing

@testable import DeviceKit

@Suite("A profile keeps all that a device needs")
struct ProfileTests {
    /// A profile with every property set.
    private func full() throws -> Profile {
        var couple = try PairedProfiles()
        var meeting = try Rendezvous()
        couple.ben.claims = [try meeting.answer()]
        couple.ben.invites = [meeting.ana]
        couple.ben.linkedDevices = [LinkedDevice(id: DeviceID(high: 1, low: 2), name: "tablet", since: noon)]
        var link = try Rendezvous(purpose: .device)
        var tablet = try link.answer(name: "tablet")
        let box = try link.ana.confirm(typed: try #require(tablet.digits), handingOver: couple.ben.pairs).box
        try tablet.take(confirmation: box, parcels: link.ana.parcels)
        couple.ben.invites.append(link.ana)
        couple.ben.claims.append(tablet)
        couple.ben.cursor = SyncCursor(change: 42)
        couple.ben.clockOffset = .seconds(-90)
        let clock = TestClock()
        #expect(LocalDevice(couple.ben, ScriptedTransport(), clock: clock).relayClock.now == clock.now - .seconds(90))
        couple.ben.displayName = "Ben"
        couple.ben.incoming = [
            PlannerTests.known(.armed), PlannerTests.known(.snoozed(until: noon)), PlannerTests.known(.answered),
        ]
        let token = try #require(PartnerToken(bytes: [UInt8](repeating: 3, count: 16)))
        var sent = SentAlarm(
            id: PlannerTests.id,
            pair: PairedProfiles.pairID,
            text: "Tea?",
            time: noon,
            rule: try RecurrenceRule("FREQ=DAILY"),
            timeZone: "Europe/Berlin"
        )
        sent.request = AlarmRequest(
            id: sent.id,
            partnerToken: token,
            time: AlarmTime(noon),
            message: try couple.seal(sent.plaintext),
            timeZone: "Europe/Berlin",
            rule: sent.rule
        )
        couple.ben.outgoing = [sent]
        couple.ben.unsentReceipts = [
            UnsentReceipt(id: PlannerTests.id, receipt: Receipt(report: .ringing, revision: 1, at: noon))
        ]
        var ended = couple.ana.pairs[0]
        ended.end(at: noon)
        couple.ben.pairs.append(ended)
        return couple.ben
    }

    @Test("What is written is read back the same, keys and all")
    func roundTrip() throws {
        let profile = try full()
        let read = try Profile(parsing: profile.wire)
        #expect(read.wire == profile.wire)
        #expect(read.deviceKey == profile.deviceKey)
        #expect(read.pairs[0].secrets?.keys == profile.pairs[0].secrets?.keys)
        #expect(read.incoming == profile.incoming)
        #expect(read.outgoing == profile.outgoing)
    }

    @Test("A profile of a newer version is refused as that, not as damaged")
    func newer() throws {
        let text = String(decoding: try full().wire, as: UTF8.self).replacing("{\"v\":1,", with: "{\"v\":2,\"new\":1,")
        #expect(throws: ProfileError.newerVersion(2)) { try Profile(parsing: Array(text.utf8)) }
    }

    @Test("A profile that was cut short is refused, saying where", arguments: [0, 1, 100, 1000])
    func damaged(count: Int) throws {
        let text = Array(try full().wire.prefix(count))
        #expect {
            try Profile(parsing: text)
        } throws: { error in
            if case ProfileError.damaged = error { true } else { false }
        }
    }

    @Test(
        "An entry that cannot be read costs no other, is written back as it was, and can be taken out",
        arguments: UnreadableEntry.List.allCases
    )
    func oneBadEntry(list: UnreadableEntry.List) throws {
        let profile = try full()
        guard case .object(let object) = profile.json else { return }
        let bad = JSONValue.object(of: ["what": "?"])
        let members = object.members.map { member in
            guard member.name == list.rawValue, case .array(let entries) = member.value else { return member }
            return JSONObject.Member(name: member.name, value: .array([bad] + entries))
        }
        var text = JSONObject(members: members)
        if [.subscriptions, .readWords].contains(list) { text.append(list.rawValue, .array([bad])) }
        var read = try Profile(parsing: JSONValue.object(text).text)
        #expect(read.unreadable.map(\.list) == [list])
        #expect(read.unreadable.first?.error.pointer.hasPrefix("/\(list.rawValue)/0") == true)
        #expect(read.outgoing.count + read.incoming.count == 4)
        #expect(try Profile(parsing: read.wire).unreadable.count == 1)
        #expect(read.removeUnreadable().count == 1)
        #expect(read.wire == profile.wire)
    }

    @Test("A profile that could not be read again is never stored")
    func readableAgain() throws {
        let temporary = try TemporaryFolder()
        let folder = try ProfileFolder(temporary.path("profile"))
        var profile = try full()
        try folder.save(profile)
        profile.outgoing[0].request?.sound = "my sound"
        #expect {
            try folder.save(profile)
        } throws: { error in
            if case ProfileError.unreadableAgain(let fault) = error { fault.pointer.hasSuffix("/sound") } else { false }
        }
        #expect(try folder.load()?.unreadable.isEmpty == true)
    }

    @Test("Printing a profile does not print its keys")
    func redaction() throws {
        let profile = try full()
        var dumped = "\(profile) " + String(reflecting: profile)
        dump(profile, to: &dumped)
        for secret in [profile.deviceKey.secret.revealed(), [UInt8](repeating: 7, count: 16)] {
            #expect(!dumped.contains(Base64URL.encode(secret)))
        }
    }

    @Test(
        "A relay elsewhere is spoken to over https only",
        arguments: ["http://relay.example.org", "ftp://x", "relay"]
    )
    func origins(address: String) {
        #expect {
            try Profile.new(relay: address)
        } throws: { error in
            if case DeviceError.origin = error { true } else { false }
        }
    }

    @Test("A relay on this machine may be spoken to over http", arguments: ["http://127.0.0.1:8080", "http://[::1]:1"])
    func loopback(address: String) throws {
        #expect(try Profile.new(relay: address).relay.text == address)
    }
}

@Suite("A profile's folder belongs to its owner")
struct ProfileFolderTests {
    /// Runs `body` with the path of a folder that does not exist yet.
    private func withPath(_ body: (String) throws -> Void) throws {
        let parent = try TemporaryFolder()
        try body(parent.path("profile"))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Folder and files are for their owner's eyes, and the profile comes back")
    func modes() throws {
        try withPath { path in
            let folder = try ProfileFolder(path)
            #expect(try folder.load() == nil)
            var profile = try PairedProfiles().ana
            try folder.save(profile)
            profile.displayName = "Ana"
            try folder.save(profile)
            #expect(try folder.load()?.wire == profile.wire)
            #expect(try mode(path) == 0o700)
            #expect(try mode(path + "/profile.json") == 0o600)
            #expect(try mode(path + "/lock") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["lock", "profile.json"])
        }
    }

    @Test("Changes made by two holders at once are all kept")
    func shared() async throws {
        let parent = try TemporaryFolder()
        let path = parent.path("profile")
        let profile = try PairedProfiles().ana
        try ProfileFolder(path).save(profile)
        let count = 20
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    let device = LocalDevice(
                        profile: profile,
                        store: try! ProfileFolder(path),
                        transport: ScriptedTransport(),
                        clock: { Instant(seconds: 0) }
                    )
                    for _ in 0..<count { try! await device.update { $0.displayName += "x" } }
                }
            }
        }
        let kept = try #require(try ProfileFolder(path).load())
        #expect(kept.displayName == profile.displayName + String(repeating: "x", count: 2 * count))
    }

    @Test("A profile that others can read is refused", arguments: [0o640, 0o604])
    func exposed(mode: Int) throws {
        try withPath { path in
            let folder = try ProfileFolder(path)
            try folder.save(try PairedProfiles().ana)
            let file = path + "/profile.json"
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            #expect(throws: ProfileError.exposed(path: file, mode: UInt32(mode))) { try folder.load() }
        }
    }

    @Test("A folder that others can enter is refused and left as it is", arguments: [0o755, 0o710])
    func open(mode: Int) throws {
        try withPath { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect(throws: ProfileError.exposed(path: path, mode: UInt32(mode))) { try ProfileFolder(path) }
            #expect(try self.mode(path) == mode)
        }
    }

    @Test("A draft that a crash left behind is not in the way, and is never read")
    func draft() throws {
        try withPath { path in
            let folder = try ProfileFolder(path)
            try Data("half a pro".utf8).write(to: URL(filePath: path + "/profile.json.new"))
            #expect(try folder.load() == nil)
            let profile = try PairedProfiles().ana
            try folder.save(profile)
            #expect(try folder.load()?.wire == profile.wire)
        }
    }
}
