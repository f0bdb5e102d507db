import AlarmCore
import CurlClient
import Synchronization

/// Notes in a timeline what people without the app are written, and lets them answer whether they want to be.
final class PostWatch: Sendable {
    /// Somebody who can be written to.
    struct Addressee: Hashable, Sendable {
        /// The person's lane: a contact's, or a member's phone.
        var lane: Timeline.Lane
        /// Whether they agree to be told.
        var agrees: Bool
    }

    /// Where the links that people can follow lead.
    private static let pages: [ContactDeed: String] = [
        .agree: "/contact/confirm", .unsubscribe: "/contact/unsubscribe",
    ]

    private let client: CurlClient
    private let timeline: Timeline
    private let addressees = Mutex<[String: Addressee]>([:])
    /// The newest links of each person.
    private let links = Mutex<[Timeline.Lane: [ContactDeed: String]]>([:])
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(client: CurlClient, timeline: Timeline) {
        self.client = client
        self.timeline = timeline
    }

    /// Begins to note what `server` takes and refuses.
    func follow(_ server: PostServer) {
        let task = Task { [weak self] in
            for await news in server.news {
                switch news {
                case .took(let message): self?.note(message, from: server.service)
                case .refused(let address): self?.noteRefusal(of: address, by: server.service)
                }
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Remembers whom an address or a number belongs to.
    func learn(_ address: String, of addressee: Addressee) {
        addressees.withLock { $0[address] = addressee }
    }

    func stop() {
        for task in tasks.withLock(\.self) { task.cancel() }
    }

    private func note(_ message: PostMessage, from service: PostService) {
        guard let addressee = addressees.withLock({ $0[message.to] }) else {
            return timeline.note(service.lane, "takes something for nobody who is known: \(message.to)")
        }
        let found = Self.pages.compactMapValues { message.link(to: $0) }
        links.withLock { $0[addressee.lane, default: [:]].merge(found) { _, newest in newest } }
        let question = found[.agree]
        let words = service == .mail ? "gets a letter: \(message.subject)" : "gets a text message: \(message.text)"
        let kind: Timeline.Kind = question != nil ? .question : service == .mail ? .mail : .sms
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
    /// - Throws: ``ScenarioFailure`` where they were never sent one, or the relay refuses it.
    func act(_ deed: ContactDeed, as lane: Timeline.Lane) async throws {
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

    private func noteRefusal(of address: String, by service: PostService) {
        let name = addressees.withLock { $0[address]?.lane.name } ?? "somebody"
        timeline.note(service.lane, "cannot take anything for \(name) now", kind: .refusal, phone: name)
    }
}
