import AlarmCore
import AlarmWire
import Delivery
import RelayTesting
import Synchronization

/// A gateway that notes the start and the end of every push, and judges those that start once their alarm has ended.
///
/// It accepts everything, each push after a time that is drawn.
final class RaceGateway: APNsPushing {
    /// An answer after which pushes must not start.
    enum Ending: String {
        /// Nothing that asks for action.
        case cancelled
        /// Nothing at all.
        case revoked

        func forbids(_ asksForAction: Bool) -> Bool { self == .revoked || asksForAction }
    }

    /// How far the pushes of an alarm were when its end was asked for.
    struct Moments: CustomStringConvertible {
        var beforeAny = 0
        var whileUnderWay = 0
        var afterSome = 0

        var description: String {
            "\(beforeAny) before any push, \(whileUnderWay) while one was under way, \(afterSome) after one had ended"
        }
    }

    private struct Pushes {
        var started = 0
        var asking = 0
        var notices = 0
        var ending: Ending?
    }

    private struct State {
        var chance: SeededGenerator
        var pushes: [AlarmID: Pushes] = [:]
        var moments = Moments()
        var violations: [String] = []
    }

    /// The most turns that others get while a push is under way, as a power of two.
    private static let longestPush = 8

    let apps = APNsApps([EngineFixture.topic])
    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(chance: SeededGenerator(seed: seed)))
    }

    /// What broke the promise, one line each.
    var violations: [String] { state.withLock { $0.violations } }

    var moments: Moments { state.withLock { $0.moments } }

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        guard let alarm = push.alarm else {
            state.withLock { $0.violations.append("a push that names no alarm") }
            return .accepted
        }
        let asks = alarm.stage.stage?.asksForAction ?? true
        let turns = state.withLock { state in
            var pushes = state.pushes[alarm.id] ?? Pushes()
            if let ending = pushes.ending, ending.forbids(asks) {
                state.violations.append("\(alarm.stage) of \(alarm.id) started after it was \(ending.rawValue)")
            }
            pushes.started += 1
            if asks { pushes.asking += 1 } else { pushes.notices += 1 }
            state.pushes[alarm.id] = pushes
            return 1 << Int.random(in: 0...Self.longestPush, using: &state.chance)
        }
        for _ in 0..<turns { await Task.yield() }
        state.withLock { state in
            if asks { state.pushes[alarm.id]?.asking -= 1 } else { state.pushes[alarm.id]?.notices -= 1 }
        }
        return .accepted
    }

    /// Notes the moment at which the end of an alarm is asked for.
    func noteRequest(toEnd id: AlarmID) {
        state.withLock { state in
            let pushes = state.pushes[id] ?? Pushes()
            if pushes.started == 0 {
                state.moments.beforeAny += 1
            } else if pushes.asking + pushes.notices > 0 {
                state.moments.whileUnderWay += 1
            } else {
                state.moments.afterSome += 1
            }
        }
    }

    /// Notes that the relay has answered: from now on nothing of the alarm may start, and nothing may be under way.
    func noteAnswer(_ ending: Ending, of id: AlarmID) {
        state.withLock { state in
            let pushes = state.pushes[id] ?? Pushes()
            if pushes.asking > 0 || ending == .revoked && pushes.notices > 0 {
                state.violations.append("a push of \(id) was still under way when it was \(ending.rawValue)")
            }
            state.pushes[id, default: Pushes()].ending = ending
        }
    }
}
