import AlarmCore
import AlarmWire
import Engine
import Storage

extension Model {
    /// Checks an answer at the moment at which it leaves the relay.
    func check(_ answer: EngineResponse, to request: DeviceRequest, by life: NodeProcess) {
        let what = "?\(request.number), \(world.describe(request))"
        check(answer.status < 500, "\(what) was answered \(answer.status)")
        if let first = request.answer, !isRead(request) {
            check(
                first.status == answer.status && first.body == answer.body,
                "\(what) was answered otherwise when it was repeated"
            )
        }
        guard let commit = request.commit else {
            return check(isRead(request), "\(what) was answered, and nothing was committed")
        }
        if case .accept(let message) = request.kind, answer.status == 202 {
            check(alarm(message.id) != nil, "\(what) was accepted, and is not in the store")
            if !promised.contains(message.id) { promised.append(message.id) }
        }
        for (id, epoch) in commit.epochs {
            guard let key = keys[id] else { continue }
            if epoch > alarms[key]?.told?.epoch ?? 0 { alarms[key]?.told = (epoch, commit.version, commit.life) }
        }
        promise(request)
        if request.resolvesAlert { checkSettled(request, commit.epochs.keys.first, by: life) }
    }

    private func isRead(_ request: DeviceRequest) -> Bool {
        if case .synchronise = request.kind { true } else { false }
    }

    /// Checks that an answered cancellation has no pushes under way, unless they had five seconds to arrive.
    private func checkSettled(_ request: DeviceRequest, _ id: AlarmID?, by life: NodeProcess) {
        guard let commit = request.commit, clockDisturbed.map({ $0 < commit.at }) ?? true else { return }
        for flight in world.sendAttempts where flight.isUnderWay && flight.life === life {
            guard let alarm = flight.alarm, alarm.stage.stage?.asksForAction == true else { continue }
            switch request.kind {
            case .cancel(let id) where id == alarm.id: break
            case .revoke(let pair) where self.alarm(alarm.id)?.row.circle == pair: break
            case .family(let act):
                guard let reminder = act.silences,
                    self.alarm(alarm.id)?.row.content.subject == DocumentID(of: reminder)
                else { continue }
            default: continue
            }
            // What was ordered after it, as when a reminder is reopened at once, is none of its business.
            let isLater = self.alarm(alarm.id)?.versions[flight.id].map { $0 > commit.version } ?? false
            let hasWaited = world.now - max(request.servedAt, commit.at) >= .milliseconds(4990)
            check(
                isLater || flight.startedAt > commit.at || hasWaited,
                "\(named(alarm.id)) was cancelled, and the answer did not wait for what was under way"
            )
        }
    }

    /// Checks a refusal: an alarm that was promised must not be reported as not found.
    func check(_ problem: Problem, to request: DeviceRequest) {
        let what = "?\(request.number), \(world.describe(request))"
        switch problem.kind {
        case .rateLimited: break
        case .unauthorized where request.phone.isRemoved: break
        case .malformed:
            // A vacation that had ended before the relay received the request.
            if case .plan(let settings) = request.kind, settings.pausedUntil != nil { return }
            if case .care(.pause) = request.kind { return }
            fail("\(what) was refused: \(problem)")
        case .notFound where mayAcknowledge(request): fail("\(what) was refused, and members were being told")
        case .notFound where request.mayFindNothing: break
        case .conflict: checkRefusal(of: request, what)
        case .notAllowed where mayBeParentsPlace(request): break
        // A member who may no longer know of the alert.
        case .notFound where world.household(of: request.phone).map { $0.dweller != request.phone.person } ?? false:
            break
        case .gone, .timeInPast, .pastEnd, .badRepeat, .quotaExceeded: break
        case .notFound:
            check(request.alarm.map { !promised.contains($0) } ?? false, "\(what): the relay knows nothing of it")
        default: fail("\(what) was refused: \(problem)")
        }
    }

    /// Checks that a sync answer lists exactly the alarms that the phone should have armed.
    func check(_ answer: SyncAnswer, for device: Device) {
        let expected = inOrder.filter { $0.row.receiver == device.person && !$0.row.alarm.state.isFinal }
        check(
            answer.alarms.count == expected.count,
            "a phone that asks is told of \(answer.alarms.count) alarms, not \(expected.count)"
        )
        for committed in expected {
            let alarm = committed.row.alarm
            check(
                answer.alarms.contains { $0.id == alarm.id && $0.revision == alarm.revision && $0.time == alarm.due },
                "a phone that asks is not told of \(named(alarm.id)) as it stands"
            )
        }
    }
}
