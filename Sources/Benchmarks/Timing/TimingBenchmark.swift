import AlarmCore
import AlarmWire
import CurlClient
import DeviceSimulator
import Foundation
import Sealing
import TestSupport

/// Measures whether the time of a refusal tells what the refusal itself does not: whether a code or a device exists.
struct TimingBenchmark {
    /// Kinds of requests that have the same answer; the last is the first again, to show what chance alone does.
    private enum Kind: CaseIterable {
        case unknown, known, unknownAgain
    }

    /// Number of rounds that are not counted.
    private static let warmUp = 50
    /// Number of wrong claims of an invite, of which the next but one would burn it.
    private static let claimsOfInvite = 4

    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let client = try CurlClient()
        let folder = try stage.folder.folder("timing")
        let port = FreePort.find()
        let process = try await RelayProcess.start(
            executable: Tool.sibling("reveille").executable,
            port: port,
            environment: [
                "REVEILLE_DATA": folder.url.path, "REVEILLE_LOG_LEVEL": "warning",
                "REVEILLE_OPEN_REGISTRATION": "true", "REVEILLE_TRUSTED_PROXIES": "127.0.0.1",
                "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": "1000", "REVEILLE_LIMIT_KEPT_ANSWERS": "1000000",
                "REVEILLE_LIMIT_INVITES_PER_HOUR": "10000", "REVEILLE_LIMIT_INVITES_PER_DAY": "10000",
            ],
            logFile: folder.url.appending(path: "log"),
            client: client
        )
        do {
            var relay = try TimedRelay(port: port)
            let sections = [try claims(&relay), try envelopes(&relay)]
            await process.stop()
            await client.shutdown()
            return sections
        } catch {
            await process.stop()
            await client.shutdown()
            throw error
        }
    }

    private func claims(_ relay: inout TimedRelay) throws -> ReportSection {
        stage.progress("timing refused claims")
        let inviter = try relay.register()
        let claimer = try relay.register()
        var invite: InviteCreated?
        let samples = try interleave { kind, round in
            if kind == nil, round % Self.claimsOfInvite == 0 {
                if let old = invite {
                    _ = try relay.ask(Endpoints.Invites.cancel(old.inviteID), as: inviter, expecting: 200)
                }
                let request = CreateInvite(verifier: try SHA256.hash(relay.random(32)), hello: try Self.hello())
                let answer = try relay.ask(Endpoints.Invites.create(request), as: inviter, expecting: 201)
                invite = try InviteCreated(wire: Array(answer.body.utf8))
            }
            guard let kind, let invite else { return nil }
            let locator = kind == .known ? invite.locator : relay.unknownLocator()
            let claim = ClaimInvite(locator: locator, auth: relay.random(32))
            return try relay.ask(Endpoints.Invites.claim(claim), as: claimer, expecting: 404).microseconds
        }
        return section("Refused claims", first: "unknown code", second: "wrong code", samples)
    }

    private func envelopes(_ relay: inout TimedRelay) throws -> ReportSection {
        stage.progress("timing refused envelopes")
        let device = try relay.register()
        let samples = try interleave { kind, _ in
            guard let kind else { return nil }
            let caller = try TimedRelay.Caller(as: kind == .known ? device.keyID.device : relay.unknownDevice())
            return try relay.ask(Endpoints.Pairs.list(), as: caller, expecting: 401).microseconds
        }
        return section("Refused envelopes", first: "unknown device", second: "wrong key of a device", samples)
    }

    /// Measures one request of each kind a round, in an order that is drawn; before each round `ask` is called without a
    /// kind.
    private func interleave(_ ask: (Kind?, _ round: Int) throws -> Double?) throws -> [Kind: [Double]] {
        var samples: [Kind: [Double]] = [:]
        for round in 0..<Self.warmUp + scale.timings {
            try Task.checkCancellation()
            _ = try ask(nil, round)
            for kind in Kind.allCases.shuffled() {
                guard let time = try ask(kind, round), round >= Self.warmUp else { continue }
                samples[kind, default: []].append(time)
            }
        }
        return samples
    }

    private func section(_ title: String, first: String, second: String, _ samples: [Kind: [Double]]) -> ReportSection {
        func times(_ kind: Kind) -> [Double] { samples[kind] ?? [] }
        func median(_ kind: Kind) -> [Double] { Spread(times(kind)).map { [$0.median] } ?? [] }
        let difference = TwoSamples(times(.unknown), times(.known))
        let control = TwoSamples(times(.unknown), times(.unknownAgain))
        func figures(_ name: String, _ samples: TwoSamples) -> [Figure] {
            [
                Figure("\(name), the second slower: Mann–Whitney, U ÷ n²", [samples.superiority * 100], "%"),
                Figure("\(name), from 50 %", [samples.deviations], "standard deviations"),
                Figure("\(name), furthest apart: Kolmogorov–Smirnov, D", [samples.distance * 100], "%"),
            ]
        }
        let chance = (difference.chanceDistance * 1000).rounded() / 10
        return ReportSection(
            title: title,
            setting: """
                \(scale.timings) of each, one after another in an order that is drawn; samples of one distribution are \
                \(chance) % apart at most in 99 of 100 cases
                """,
            figures: [
                Figure("\(first), median", median(.unknown), "µs"),
                Figure("\(second), median", median(.known), "µs"),
                Figure("\(first) again, median", median(.unknownAgain), "µs"),
            ] + figures("\(first), \(second)", difference) + figures("\(first), the same again", control)
        )
    }

    /// A greeting in the format of a sealed one; a relay sees no more than the format.
    private static func hello() throws -> SealedText {
        guard let text = SealedText("aGVhZGVy..aXY.dGV4dA.dGFn") else { throw JWEError.notFiveParts }
        return text
    }
}
