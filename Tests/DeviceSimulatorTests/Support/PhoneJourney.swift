import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import GatewaySimulator
import TestSupport
import Testing

@testable import DeviceSimulator

/// A relay process, a gateway and two phones, paired, in a folder of their own.
struct PhoneJourney {
    let stage: DemoEnvironment
    let ana: VirtualPhone
    let ben: VirtualPhone
    let pair: KnownPair

    /// Runs `body` in a fresh environment, and always cleans up.
    static func run<Result>(
        ben habits: Habits = Habits(answer: .acknowledge(reply: nil)),
        state: PhoneState = PhoneState(),
        policy: String = DemoEnvironment.hastyPolicy,
        _ body: (PhoneJourney) async throws -> Result
    ) async throws -> Result {
        try await onStage(policy: policy) { stage in
            let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
            let ben = try await stage.phone("Ben", habits: habits, state: state)
            _ = try await ana.device.register()
            let pair = try await DevicePairing(ana, with: ben).run()
            return try await body(PhoneJourney(stage: stage, ana: ana, ben: ben, pair: pair))
        }
    }

    /// Runs `body` with a time limit for the machine's part, and again with a longer one if `body` finds by a clock
    /// that the limit was exceeded and throws ``TooSlow``.
    static func giving(
        _ spans: [Span] = [.seconds(2), .seconds(10), .seconds(60)],
        _ body: (Span) async throws -> Void
    ) async throws {
        for span in spans.dropLast() {
            do {
                return try await body(span)
            } catch is TooSlow {
                continue
            }
        }
        if let last = spans.last { try await body(last) }
    }

    /// Runs `body` in a fresh environment without phones.
    static func onStage<Result>(
        policy: String = DemoEnvironment.hastyPolicy,
        _ body: (DemoEnvironment) async throws -> Result
    ) async throws -> Result {
        let folder = try TemporaryFolder("journey")
        let stage = try await DemoEnvironment.start(
            executable: executable,
            folder: folder.url,
            policy: policy,
            environment: ["REVEILLE_OPEN_REGISTRATION": "true"]
        )
        do {
            let result = try await body(stage)
            await stage.stop()
            return result
        } catch {
            await stage.stop()
            throw error
        }
    }

    /// The command, built beside the tests.
    static var executable: URL {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: runner).deletingLastPathComponent().appending(path: "reveille")
    }

    /// Ana sets an alarm for Ben, `span` from now.
    func send(_ text: String = "Good morning", in span: Span = .seconds(1)) async throws -> AlarmAccepted {
        try await ana.device.send(text: text, at: PhoneClock.system.now() + span, to: pair.id)
    }

    /// Waits until an alarm is armed, which has to happen before it is due.
    func awaitArmed(_ accepted: AlarmAccepted) async throws {
        let device = ana.device
        while try await device.show(accepted.id).view.state != .armed {
            guard PhoneClock.system.now() < accepted.time else {
                throw TooSlow(description: "not armed before it was due")
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    /// Waits until a timeline entry contains `text`.
    func awaitNote(_ text: String, by lane: Timeline.Lane? = nil) async throws {
        let timeline = stage.timeline
        let entry = try await within(.seconds(600), "\u{201C}\(text)\u{201D} of \(lane?.name ?? "anybody")") {
            await timeline.first { $0.text.contains(text) && (lane == nil || $0.lane == lane) }
        }
        try #require(entry != nil, "\(timeline.entries.map(\.text))")
    }

    /// Waits until the gateway has received a push of this stage for which `condition` holds.
    @discardableResult
    func awaitPush(
        _ wanted: Stage,
        where condition: @escaping @Sendable (ReceivedPush) -> Bool = { _ in true }
    ) async throws -> ReceivedPush {
        let gateway = stage.gateway
        let push = try await within(.seconds(600), "a push of stage \(wanted.rawValue)") { () -> ReceivedPush? in
            let stream = gateway.receivedPushes()
            if let known = gateway.log.first(where: { $0.stage == wanted && condition($0) }) { return known }
            for await push in stream where push.stage == wanted && condition(push) { return push }
            return nil
        }
        return try #require(push)
    }

    /// Waits until the relay says that an alarm is in `state`.
    func awaitState(_ state: AlarmState, of id: AlarmID) async throws {
        let device = ana.device
        let reached = try await within(.seconds(600), "the state \(state.rawValue)") { () -> Bool? in
            while !Task.isCancelled {
                if try await device.show(id).view.state == state { return true }
                try await Task.sleep(for: .milliseconds(30))
            }
            return nil
        }
        try #require(reached == true)
    }

    /// The pushes that can make Ben's phone ring, in order of arrival, one for each `apns-id`.
    var rings: [ReceivedPush] {
        var seen: Set<String> = []
        return stage.gateway.log.filter { $0.stage == .ring && $0.isAccepted && seen.insert($0.messageID).inserted }
    }
}

extension PhoneState {
    /// A locked phone whose extension never finishes, so that the relay gets no receipts for its pushes.
    static var deaf: PhoneState {
        var state = PhoneState()
        state.extensionWorks = false
        state.app = .forceQuit
        return state
    }
}

extension ReceivedPush {
    var alarm: AlarmPush? { try? ReceivedAlarmPush(payload: payload).alarm }
    var stage: Stage? { alarm?.stage.stage }
}

/// The machine was too slow for a test.
struct TooSlow: Error, CustomStringConvertible {
    let description: String

    /// Throws if the time is not earlier than `due`.
    static func unless(before due: Instant, _ what: String) throws {
        guard PhoneClock.system.now() < due else { throw TooSlow(description: "\(what) only when it was due") }
    }
}

/// An event that did not happen in time.
struct TimedOut: Error, CustomStringConvertible {
    let description: String
}

/// Runs `body`, and fails when it has not ended after `limit`: the bound that keeps a broken test from hanging.
func within<Result: Sendable>(
    _ limit: Duration,
    _ what: String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else {
            throw TimedOut(description: "waited in vain for \(what)")
        }
        return result
    }
}
