#if canImport(Darwin) || !OpenSSL
import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import TestSupport
import Testing

@Suite("Against a real relay, which stands on OpenSSL", .enabled(if: RunningRelay.isNamed, RunningRelay.hint))
struct RealRelayTests {
    private func device(_ name: String, at relay: RunningRelay) throws -> LocalDevice {
        let profile = try Profile.new(relay: relay.url, timeZone: "Europe/Berlin", displayName: name)
        return LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: URLSessionTransport(),
            clock: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
        )
    }

    @Test("Two devices pair; what one writes arrives on the other's event stream, opens there and is taken back")
    func pairAndSend() async throws {
        let relay = try RunningRelay()
        let (ana, ben) = (try device("Ana", at: relay), try device("Ben", at: relay))
        try await ana.register()
        let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(20)) }

        let invite = try await ana.createInvite(name: "Ana").inviteID
        let code = try #require(await ana.profile.invites.first).link.qrText
        let claim = try await ben.claim(typed: code)
        #expect(claim.partnerName == "Ana")
        let digits = try await ben.accept(claim.inviteID, name: "Ben")
        #expect(try await ana.awaitAnswer(invite, pause: pause) == "Ben")
        try await ana.confirm(invite, digits: digits)
        let pair = try await ben.awaitConfirmation(claim.inviteID, pause: pause)
        #expect(try await ana.awaitActive(invite, pause: pause).id == pair.id)

        var events = ben.events().makeAsyncIterator()
        #expect(try await events.next() == .syncNeeded)
        let due = Instant(seconds: Int64(Date().timeIntervalSince1970) + 3600)
        let sent = try await ana.send(text: "Tea? 茶", at: due, to: pair.id)
        var handoff: IncomingAlarm?
        while handoff == nil, let event = try await events.next() {
            if case .received(.alarm(let alarm, _)) = event { handoff = alarm }
        }
        let alarm = try #require(handoff)
        #expect(alarm.id == sent.id && alarm.stage == .handoff && alarm.time == due)
        #expect(alarm.words == .verified("Tea? 茶") && alarm.partnerName == "Ana")

        try await ana.cancel(sent.id)
        var cancelled: IncomingAlarm?
        while cancelled == nil, let event = try await events.next() {
            if case .received(.alarm(let alarm, _)) = event, alarm.stage == .cancel { cancelled = alarm }
        }
        #expect(cancelled?.id == sent.id)
    }
}

/// A relay as its operator would run it: the program that `REVEILLE_BINARY` names.
private final class RunningRelay {
    static let hint: Comment = "REVEILLE_BINARY has to name the relay's program: `make test-apple-side` does"
    static var isNamed: Bool { binary != nil }
    private static var binary: String? { ProcessInfo.processInfo.environment["REVEILLE_BINARY"] }

    let url: String
    private let process: ServerProcess
    private let folder: TemporaryFolder

    init() throws {
        let binary = try #require(Self.binary, Self.hint)
        let folder = try TemporaryFolder("relay")
        self.folder = folder
        // Without this process's own environment: the relay takes every variable of its prefix for a setting.
        process = try ServerProcess("/usr/bin/env") {
            [
                "-i", "HOME=\(folder.path)", "REVEILLE_DATA=\(folder.path)", "REVEILLE_LISTEN=127.0.0.1:\($0)",
                "REVEILLE_ORIGIN=http://127.0.0.1:\($0)", "REVEILLE_OPEN_REGISTRATION=true", binary, "serve",
            ]
        }
        url = "http://127.0.0.1:\(process.port)"
    }
}
#endif
