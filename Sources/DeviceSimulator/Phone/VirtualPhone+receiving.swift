import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator

extension VirtualPhone {
    /// Handles a push of the gateway as the phone's state demands.
    func take(_ push: ReceivedPush) async {
        await take(push.payload, type: push.header("apns-push-type"))
    }

    /// Handles a push with this payload and `apns-push-type` as the phone's state demands.
    func take(_ payload: [UInt8], type: String?) async {
        let arrived = read(payload, type: type)
        let (traits, alarm) = (arrived.traits, arrived.alarm)
        let reception = PhoneRules.reception(of: traits, by: state)
        let name = alarm?.stage.rawValue ?? "nothing that can be read"
        guard reception.isDelivered else {
            return note(
                "a push is lost on the way: \(name); \(reception.reason)",
                alarm: alarm?.id,
                stage: alarm?.stage
            )
        }
        note("a push arrives: \(name)", .arrival, alarm: alarm?.id, stage: alarm?.stage)
        if let alarm, alarm.stage == .handoff { sound(handoff: alarm, reception) }
        let isOpenedFirst = reception.reachesCode && (reception.runsExtension || traits.isBackground)
        if !isOpenedFirst { await present(payload, alarm, reception) }
        guard reception.opensWords else { return }
        // An extension that may not take a system alarm off leaves that to the app.
        let isForTheApp = alarm?.stage == .cancel && !state.extensionMayArm && reception.runsApp
        if reception.runsExtension, !isForTheApp { await handle(payload, alarm, traits, reception, by: .extension) }
        if reception.runsApp { await handle(payload, alarm, traits, reception, by: .app) }
    }

    /// Lets a part of the app open a push and do what it asks for.
    private func handle(
        _ payload: [UInt8],
        _ alarm: AlarmPush?,
        _ traits: PushTraits,
        _ reception: Reception,
        by runner: Runner
    ) async {
        do {
            // An alarm must not wait for the relay to hear of something else.
            let hasOtherAlarms = (try? await adopt()) ?? false
            switch try await open(payload) {
            case .alarm(let alarm, let plan):
                // The extension changes the notification that came; the app shows one of its own.
                let phoneRing = runner == .app ? PhoneRules.reception(of: PushTraits(), by: state) : reception
                if alarm.stage == .cancel { news.removeAll { $0.id == alarm.id } }
                await perform(plan, alarm, by: runner, phoneRing, saying: traits.words)
            case .notice(let notice):
                note(Self.words(for: notice, traits.words), .notice, alarm: notice.id, stage: notice.stage)
                if reception.effect != .none { stand(notice.stage, of: notice.id) }
            case .unreadable: await ring(PhoneRing(unopened: payload, alarm, reception))
            }
            await deliverReceipts(orSync: hasOtherAlarms, by: runner)
        } catch {
            note("the app fails: \(error)", alarm: alarm?.id, stage: alarm?.stage)
            if runner == .extension || traits.isBackground { await present(payload, alarm, reception) }
        }
    }

    /// Plays the noise of a handoff as its payload asks for it, whoever opens it: there should be none before due.
    private func sound(handoff alarm: AlarmPush, _ reception: Reception) {
        guard reception.effect >= .vibrates, alarm.time > clock.truth.now() else { return }
        note(
            "\(reception.effect == .sounds ? "SOUNDS" : "vibrates"): a handoff, before anything is due",
            .ring,
            alarm: alarm.id,
            stage: alarm.stage,
            ring: reception.ring,
            due: alarm.time
        )
    }

    /// Shows a push unchanged, as no code of the app has seen it.
    private func present(_ payload: [UInt8], _ alarm: AlarmPush?, _ reception: Reception) async {
        let place = state.isLocked ? "locked: " : ""
        let now = clock.truth.now()
        switch alarm?.stage.stage {
        case .ring, nil: await ring(PhoneRing(unopened: payload, alarm, reception))
        // A handoff that is heard may come after the due time, and be the only ring.
        case .handoff where reception.effect >= .vibrates && (alarm?.time ?? now) <= now:
            await ring(PhoneRing(unopened: payload, alarm, reception))
        case .handoff where reception.effect == .none:
            note("the handoff comes to nothing: \(reception.reason)", alarm: alarm?.id, stage: alarm?.stage)
        case .handoff:
            note(
                "\(place)the handoff is listed in silence, in general words",
                alarm: alarm?.id,
                stage: alarm?.stage
            )
        case .cancel:
            note(
                "\(place)the cancellation is listed in silence, in general words",
                alarm: alarm?.id,
                stage: alarm?.stage
            )
        default:
            guard let stage = alarm?.stage, reception.effect != .none else { return }
            note("is told, in general words: \(stage.rawValue)", .notice, alarm: alarm?.id, stage: stage)
            if let id = alarm?.id { stand(stage, of: id) }
        }
    }

    /// Applies the phone's present settings to the app, which tells the relay; returns whether it has to sync.
    @discardableResult
    func adopt() async throws -> Bool {
        try await device.adopt(capabilities: state.capabilities, timeZone: state.timeZone)
    }

    /// Sends receipts that could not be sent before, now that the app's code runs, or syncs for another reason.
    private func deliverReceipts(orSync mustSync: Bool, by runner: Runner) async {
        guard keepsReceipts || mustSync, radio.isUp else { return }
        do {
            try await sync(by: runner)
        } catch {
            note("the relay does not answer; receipts wait on: \(error)")
        }
    }

    private static func words(for notice: AlarmNotice, _ words: String?) -> String {
        if let words { return "is told: \(words)" }
        let partner = notice.partnerName ?? "your partner"
        return switch notice.stage.stage {
        case .acknowledged: "is told: \(partner) answered\(notice.reply?.text.map { ": \u{201C}\($0)\u{201D}" } ?? "")"
        case .dismissed: "is told: \(partner) dismissed the alarm"
        case .declined: "is told: \(partner) declined the alarm"
        case .noAnswerYet: "is told: no answer from \(partner) yet"
        case .noAnswer: "is told: no answer from \(partner)"
        case .missed: "is told: missed while the relay was away"
        case .blocked: "is told: \(partner) has no device that can be reached"
        case .unblocked: "is told: \(partner) can be reached again"
        default: "is told: \(notice.stage.rawValue)"
        }
    }
}
