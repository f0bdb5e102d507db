import AlarmCore
import AlarmWire
import DeviceKit
package import Foundation
import GatewaySimulator
import Sealing

/// A demonstration of the main job: pair two phones, send a sealed alarm, ring until somebody answers.
package struct Demo: Sendable {
    /// Why a demonstration failed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Message that Ana sends.
    package static let words = "Wake up from your nap ❤️"
    /// Reply that Ben sends.
    static let reply = "Got it, I'm up"
    /// Lead time of the alarm.
    private static let lead = Span.seconds(6)
    /// How long to wait for the answer before giving up; the policy ends after 20 s.
    private static let patience = Span.seconds(40)
    /// The UTC offset in which Ana writes the time, in seconds: two hours east, as in Athens.
    private static let offset = 2 * 3600

    private let executable: URL
    private let folder: URL
    private let console: DemoConsole

    /// Creates a demonstration that runs `executable` as the relay and keeps its files in `folder`.
    package init(executable: URL, folder: URL, isColoured: Bool, qr: @escaping @Sendable (String) -> [String]) {
        self.executable = executable
        self.folder = folder
        self.console = DemoConsole(isColoured: isColoured, qr: qr)
    }

    /// Runs the demonstration; returns once the alarm was acknowledged, and after what `stay` adds to it.
    ///
    /// - Parameter stay: called when the alarm was acknowledged; where it returns true, the relay stays for two browsers
    ///   until the task is cancelled.
    /// - Throws: the reason why it was not.
    package func run(thenStay stay: @Sendable () -> Bool = { false }) async throws {
        console.title("A relay, a push gateway and two phones on this machine")
        let stage = try await DemoEnvironment.start(executable: executable, folder: folder)
        do {
            try await play(on: stage)
            if stay() { try await welcomeBrowsers(on: stage) }
            await stage.stop()
        } catch {
            await stage.stop()
            throw error
        }
    }

    private func play(on stage: DemoEnvironment) async throws {
        console.line("relay    \(stage.relay.url), its files in \(folder.path)")
        console.line("gateway  https://localhost:\(stage.gateway.port), speaks APNs over HTTP/2 and TLS")
        let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
        var asleep = PhoneState()
        asleep.extensionWorks = false
        asleep.app = .forceQuit
        let ben = try await stage.phone(
            "Ben",
            habits: Habits(answer: .acknowledge(reply: Self.reply), sleepsThrough: 1),
            state: asleep
        )
        let enrolment = try await stage.operate(["enroll", "--quiet"]).trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await ana.device.register(ticket: .enrolment(code: enrolment))

        console.title("Pairing")
        let code = SharedValue("")
        let pair = try await DevicePairing(ana, with: ben).run(
            showing: { invite in
                code.set(invite.code.formatted)
                console.show(invite)
            },
            reading: { digits in
                console.line("Ben's phone shows \(digits); Ana types \(digits). They are a pair.")
            }
        )

        console.title("The alarm")
        let due = Instant(seconds: (PhoneClock.system.now() + Self.lead).seconds)
        console.line("Ana asks for \(due.iso8601(secondsEast: Self.offset)): \u{201C}\(Self.words)\u{201D}")
        let watching = Task { await watch(stage, phones: [ana, ben]) }
        let printing = Task { await printTimeline(stage.timeline, from: due, tellingOf: ana) }
        defer {
            watching.cancel()
            printing.cancel()
        }
        stage.timeline.note(.phone(ana.name), "seals the words for Ben's phone alone, and the request for the relay")
        let accepted = try await ana.device.send(text: Self.words, at: due, writtenEast: Self.offset, to: pair.id)
        stage.timeline.note(.relay, "accepted for \(accepted.time.iso8601), durably; state \(accepted.state.rawValue)")
        try await awaitAnswer(to: accepted.id, on: stage, of: ana)
        try await awaitEnd(of: printing)
        try await report(accepted.id, stage, ana, ben, code: code.value)
    }

    /// Lets two browsers on this machine do the same, for as long as nobody interrupts.
    private func welcomeBrowsers(on stage: DemoEnvironment) async throws {
        let code = try await stage.operate(["enroll", "--quiet"]).trimmingCharacters(in: .whitespacesAndNewlines)
        console.title("Now you: the relay stays until you press Ctrl-C")
        console.line("Open this address in a browser on this machine; it asks for your name:")
        console.line("  \(stage.relay.url)/e#\(code)")
        console.line("Open this one in another browser, or in a private window, and pair the two:")
        console.line("  \(stage.relay.url)")
        console.line(
            "The alarm that you set in one will ring in the other: leave its page open, or allow notifications."
        )
        // An interruption ends the demonstration, which has succeeded.
        while (try? await Task.sleep(for: .seconds(3600))) != nil {}
    }

    /// Follows the alarm's state until it has ended.
    private func awaitAnswer(to id: AlarmID, on stage: DemoEnvironment, of sender: VirtualPhone) async throws {
        let end = PhoneClock.system.now() + Self.patience
        var last = AlarmState.scheduled
        while PhoneClock.system.now() < end {
            let state = try await sender.device.show(id).view.state
            if state != last { stage.timeline.note(.relay, "\(Self.meaning(of: state)); state \(state.rawValue)") }
            last = state
            if state == .acknowledged { break }
            if state.isFinal { throw Failure(description: "the alarm ended as \(state.rawValue), unanswered") }
            try await Task.sleep(for: .milliseconds(100))
        }
        guard last == .acknowledged else {
            throw Failure(description: "nobody answered; the alarm is still \(last.rawValue)")
        }
    }

    /// Waits until the timeline has been printed up to the notice to the sender.
    private func awaitEnd(of printing: Task<Bool, Never>) async throws {
        let timer = Task {
            try? await Task.sleep(for: .seconds(10))
            printing.cancel()
        }
        defer { timer.cancel() }
        guard await printing.value else { throw Failure(description: "Ben answered, and Ana was not told") }
    }

    private static func meaning(of state: AlarmState) -> String {
        switch state {
        case .ringing: "due"
        case .acknowledged: "answered, nothing rings any more"
        case .armed: "the phone will ring by itself"
        case .scheduled, .snoozed, .blocked, .missed, .cancelled, .told: "changed"
        }
    }

    private func watch(_ stage: DemoEnvironment, phones: [VirtualPhone]) async {
        var names: [String: String] = [:]
        var count: [String: Int] = [:]
        for phone in phones {
            if let token = await phone.device.profile.push?.token { names[token] = phone.name }
        }
        for await push in stage.gateway.receivedPushes() {
            let stageName = (try? ReceivedAlarmPush(payload: push.payload).alarm.stage.rawValue) ?? "unreadable"
            let name = push.token.flatMap { names[$0] } ?? "somebody"
            let verdict = push.isAccepted ? "accepted" : "refused"
            let attempt = count[stageName + name, default: 0] + 1
            count[stageName + name] = attempt
            let again = attempt > 1 ? " again" : ""
            stage.timeline.note(
                .gateway,
                "\(stageName)\(again) for \(name)'s phone \(verdict), \(push.payload.count) bytes"
            )
        }
    }

    /// Prints events until the alarm is acknowledged and its sender told; returns whether that happened.
    private func printTimeline(_ timeline: Timeline, from due: Instant, tellingOf sender: VirtualPhone) async -> Bool {
        var (isAcknowledged, isTold) = (false, false)
        for await entry in timeline.watch() {
            console.entry(entry, due: due)
            if entry.lane == .relay, entry.text.contains(AlarmState.acknowledged.rawValue) { isAcknowledged = true }
            if entry.lane == .phone(sender.name), entry.text.contains("answered") { isTold = true }
            if isAcknowledged, isTold { return true }
        }
        return false
    }

    /// Prints what each side could see, and proof that the relay could not see more.
    private func report(
        _ id: AlarmID,
        _ stage: DemoEnvironment,
        _ ana: VirtualPhone,
        _ ben: VirtualPhone,
        code: String
    ) async throws {
        console.title("What the relay could see")
        let view = try await ana.device.show(id).view
        console.line("when     \(view.time.iso8601), set at \(view.setAt.iso8601)")
        console.line("whom     pair \(view.pair)")
        console.line(
            "words    \(view.message.map { "\($0.text.prefix(40))… (\($0.text.utf8.count) sealed bytes)" } ?? "none")"
        )
        console.title("What only the phones could see")
        console.line("words    \u{201C}\(Self.words)\u{201D}, and back: \u{201C}\(Self.reply)\u{201D}")
        let canaries = try await Self.canaries(code: code, phones: [ana, ben])
        let search = SecretSearch(for: canaries)
        // Keyring and gateway files are meant to hold secrets.
        var findings = try search.findings(in: folder) { $0.hasPrefix("reveille.db") || $0.hasSuffix(".log") }
        let secretsOfPeople = canaries.filter { $0.name.hasPrefix("the words") || $0.name.hasPrefix("the code") }
        findings += try SecretSearch(for: secretsOfPeople).findings(inMemoryOf: stage.relay.processID)
        guard findings.isEmpty else { throw Failure(description: "found \(findings.joined(separator: ", "))") }
        console.line("Searched the relay's database, its journal, its log and its memory: none of it was there.")
        console.title("Acknowledged.")
    }

    /// Secrets that must not be found anywhere; push tokens and keys may be in the relay's memory while it uses them.
    package static func canaries(code: String, phones: [VirtualPhone]) async throws -> [SecretSearch.Canary] {
        let secret = String(code.filter { $0 != "-" }.dropFirst(5).prefix(14))
        var canaries = [
            SecretSearch.Canary("the words", words),
            SecretSearch.Canary("the words back", reply),
            SecretSearch.Canary("the code", code),
            SecretSearch.Canary("the code's secret", secret),
        ]
        for phone in phones {
            let profile = await phone.device.profile
            if let token = profile.push?.token {
                canaries.append(SecretSearch.Canary("\(phone.name)'s push token", token))
            }
            let key = profile.deviceKey.withUnsafeBytes { Array($0) }
            canaries.append(SecretSearch.Canary("\(phone.name)'s device key", bytes: key))
            canaries.append(SecretSearch.Canary("\(phone.name)'s device key in text", Base64URL.encode(key)))
        }
        return canaries
    }
}
