import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Wording

/// What the provider of calls asks: what to say once somebody has picked up, and to the key that they press.
///
/// Each request is signed by the provider, and none is answered at a relay that makes no calls.
struct CallRoutes: Sendable {
    /// The most bytes of a form; the provider's have about one thousand.
    private static let formLimit = 8192
    private static let signature = HTTPField.Name("x-twilio-signature") ?? .via
    /// What the provider calls a call to which nobody has picked up.
    private static let unanswered: Set<String> = ["busy", "no-answer", "failed", "canceled"]

    let engine: Engine
    let bounds: RequestBounds
    let addresses: ClientAddress

    func add(to router: Router<RelayContext>) {
        for path in CallPath.allCases {
            router.post(RouterPath(path.rawValue)) { request, context in try await answer(path, request, context) }
        }
    }

    private func answer(_ path: CallPath, _ request: Request, _ context: RelayContext) async throws -> Response {
        let channels = engine.gateways.contactChannels
        guard let channel = channels.calls, let origin = channels.origin,
            let alarm = request.uri.queryParameters[Substring(CallPath.alarm)].flatMap({ AlarmID($0) }),
            let delivery = request.uri.queryParameters[Substring(CallPath.delivery)].flatMap({ DeliveryID($0) })
        else { throw Problem(.notFound) }
        let form = try await request.body.collect(upTo: Self.formLimit)
        let claim = CallRequest(
            // As it was given to the provider, whatever a proxy makes of it.
            url: origin + request.uri.string,
            fields: Self.fields(of: String(buffer: form)),
            signature: request.headers[Self.signature]
        )
        guard channel.isGenuine(claim) else {
            throw Problem(.notAllowed, detail: "this is not signed by the provider of calls")
        }
        return try await bounds.during(addresses.client(of: request, peer: context.peer)) {
            switch path {
            case .greeting: return try await speak(delivery, of: alarm, at: origin)
            case .answer where claim.value(of: "Digits") == CallDocument.answerKey:
                return try await take(delivery, of: alarm, context)
            case .answer: return try await speak(delivery, of: alarm, at: origin)
            case .status:
                if let status = claim.value(of: "CallStatus"), Self.unanswered.contains(status) {
                    try await engine.write { tx in try tx.noteUnanswered(call: delivery, of: alarm) }
                }
                return Response(status: .noContent)
            }
        }
    }

    /// Says how it stands, and asks for an answer while there is something to answer.
    private func speak(_ delivery: DeliveryID, of alarm: AlarmID, at origin: String) async throws -> Response {
        guard let words = try await words(for: delivery, of: alarm) else { throw Problem(.notFound) }
        let url = CallPath.answer.url(at: origin, alarm: alarm, delivery: delivery)
        return Self.say(words.text, in: words.language, answeredAt: words.text.asks ? url : nil)
    }

    /// Takes the answer, and says what came of it.
    private func take(_ delivery: DeliveryID, of alarm: AlarmID, _ context: RelayContext) async throws -> Response {
        do {
            let words = try await engine.write(noting: context.quotas) { tx in
                try tx.calls.answer(delivery, of: alarm)
            }
            guard let words else { throw Problem(.notFound) }
            return Self.say(words.text, in: words.language)
        } catch let problem as Problem where problem.status == 429 || problem.status == 409 {
            // The person has to hear that it was not taken: the provider would read out an error of its own.
            context.quotas.noteRefusal(problem)
            return Self.say(.failed, in: try await words(for: delivery, of: alarm)?.language ?? .english)
        }
    }

    private func words(for delivery: DeliveryID, of alarm: AlarmID) async throws -> CallWords? {
        try await engine.read { snapshot in try engine.callWords(for: delivery, of: alarm, in: snapshot) }
    }

    private static func say(_ text: CallText, in language: Language, answeredAt url: String? = nil) -> Response {
        let document = CallDocument(text: text.text(in: language), voice: language.voice, answerURL: url)
        return Response(
            status: .ok,
            headers: [.contentType: "text/xml; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: document.xml))
        )
    }

    /// The fields of a form (`application/x-www-form-urlencoded`).
    private static func fields(of form: String) -> [CallField] {
        form.split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
                text.replacing("+", with: " ").removingPercentEncoding ?? String(text)
            }
            return CallField(pair[0], pair.count > 1 ? pair[1] : "")
        }
    }
}

extension Language {
    /// The language as the provider of calls names it.
    fileprivate var voice: String {
        switch self {
        case .english: "en-US"
        case .traditionalChinese: "zh-TW"
        case .simplifiedChinese: "zh-CN"
        }
    }
}
