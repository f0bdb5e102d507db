import AlarmCore
import CurlClient
import Synchronization

/// Notes messages to people without the app in a timeline, and lets these people answer the request for consent.
final class MessagingRecorder: Sendable {
    /// Somebody who can be written to.
    struct MessageRecipient: Hashable, Sendable {
        /// Lane of the person: a contact's, or a member's phone.
        var lane: Timeline.Lane
        /// Whether the person gives their consent.
        var agrees: Bool
    }

    /// Path of the page for each link that people can follow.
    private static let pages: [ContactAction: String] = [
        .agree: "/contact/confirm", .unsubscribe: "/contact/unsubscribe",
    ]

    private let client: CurlClient
    private let timeline: Timeline
    private let addressees = Mutex<[String: MessageRecipient]>([:])
    /// The newest links of each person.
    private let links = Mutex<[Timeline.Lane: [ContactAction: String]]>([:])
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(client: CurlClient, timeline: Timeline) {
        self.client = client
        self.timeline = timeline
    }

    /// Starts to note what `server` accepts and refuses.
    func follow(_ server: MessagingServer) {
        let task = Task { [weak self] in
            for await events in server.events {
                switch events {
                case .took(let message): self?.note(message, from: server.service)
                case .refused(let address): self?.noteRefusal(of: address, by: server.service)
                }
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Records whose an address or a number is.
    func learn(_ address: String, of addressee: MessageRecipient) {
        addressees.withLock { $0[address] = addressee }
    }

    func stop() {
        for task in tasks.withLock(\.self) { task.cancel() }
    }

    private func note(_ message: ContactMessage, from service: MessagingService) {
        guard let addressee = addressees.withLock({ $0[message.to] }) else {
            return timeline.note(service.lane, "takes something for nobody who is known: \(message.to)")
        }
        let found = Self.pages.compactMapValues { message.link(to: $0) }
        links.withLock { $0[addressee.lane, default: [:]].merge(found) { _, newest in newest } }
        let question = found[.agree]
        let words =
            if message.isCall == true {
                "is called: \(message.text)"
            } else {
                service == .mail ? "gets a letter: \(message.subject)" : "gets a text message: \(message.text)"
            }
        let kind: Timeline.Kind =
            if message.isCall == true {
                .call
            } else {
                question != nil ? .question : service == .mail ? .mail : .sms
            }
        let content = service == .mail ? "\(message.subject)\n\n\(message.text)" : message.text
        timeline.note(
            addressee.lane,
            words.split(whereSeparator: \.isNewline).joined(separator: " "),
            kind: kind,
            content: content
        )
        guard question != nil, addressee.agrees else { return }
        let task = Task { [weak self] in
            do {
                try await self?.act(.agree, as: addressee.lane)
            } catch {
                self?.timeline.note(addressee.lane, "cannot agree: \(error)")
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Opens the page behind the newest link of its kind, as the person would, and presses its button.
    ///
    /// - Throws: ``ScenarioFailure`` if the person was never sent such a link, or the relay refuses it.
    func act(_ deed: ContactAction, as lane: Timeline.Lane) async throws {
        guard let link = links.withLock({ $0[lane]?[deed] }) else {
            throw ScenarioFailure("\(lane.name) has no link to \(deed.rawValue) by: expected a letter before")
        }
        for method in ["GET", "POST"] {
            let response = try await client.send(HTTPRequest(method: method, url: link))
            guard response.status == 200 else {
                throw ScenarioFailure("\(method) of the page is answered by \(response.status)")
            }
        }
        switch deed {
        case .agree: timeline.note(lane, "agrees to be told", kind: .answer, state: "confirmed")
        case .unsubscribe: timeline.note(lane, "wants no more letters", kind: .answer, state: "unsubscribed")
        }
    }

    private func noteRefusal(of address: String, by service: MessagingService) {
        let name = addressees.withLock { $0[address]?.lane.name } ?? "somebody"
        timeline.note(service.lane, "cannot take anything for \(name) now", kind: .refusal, phone: name)
    }
}
