import AlarmCore
import AlarmWire
import Engine
import Features
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Sealing
import Storage
import Wording

/// The pages behind a letter's links: a `GET` shows one and changes nothing, a `POST` acts.
struct LinkRoutes: Sendable {
    /// The most bytes of a form, which holds a token and its name.
    private static let formLimit = 1024

    let engine: Engine
    let bounds: RequestBounds
    let addresses: ClientAddress

    func add(to router: Router<RelayContext>) {
        for path in LinkPath.allCases {
            let route = RouterPath(path.rawValue)
            router.get(route) { request, context in try await show(path, request, context) }
            router.head(route) { request, context in try await show(path, request, context).createHeadResponse() }
            router.post(route) { request, context in try await act(path, request, context) }
        }
    }

    private func show(_ path: LinkPath, _ request: Request, _ context: RelayContext) async throws -> Response {
        guard let token = Self.token(request.uri.query, for: path) else { return Self.unknown(request) }
        let asksForCalls = path == .confirm && Self.asksForCalls(request.uri.query)
        let found = try await bounds.during(addresses.client(of: request, peer: context.peer)) {
            try await engine.read { snapshot in try subject(path, token, asksForCalls: asksForCalls, in: snapshot) }
        }
        guard let found else { return Self.unknown(request) }
        // The button agrees to what its page says, and to nothing that is wanted since.
        let form = Self.form(path, token, asksForCalls: found.subject.namesCalls)
        if path == .checkIn, !Self.readsPages(request) { return Self.notCounted }
        let state: Page.State = found.subject.isStopped ? .done : .asks(form)
        let status: HTTPResponse.Status = found.subject.hasEnded ? .gone : .ok
        return Self.page(Page(found.subject, state, in: found.language ?? request.preferredLanguage), status)
    }

    private func act(_ path: LinkPath, _ request: Request, _ context: RelayContext) async throws -> Response {
        var token = Self.token(request.uri.query, for: path)
        var asksForCalls = Self.asksForCalls(request.uri.query)
        if token == nil {
            let form = String(buffer: try await request.body.collect(upTo: Self.formLimit))
            token = Self.token(form, for: path)
            asksForCalls = Self.asksForCalls(form)
        }
        let toCalls = asksForCalls
        guard let token else { return Self.unknown(request) }
        do {
            let found = try await bounds.during(addresses.client(of: request, peer: context.peer)) {
                let done = try await engine.write(noting: context.quotas) { tx in
                    try act(path, token, toCalls: toCalls, tx)
                }
                let found = try await engine.read { try subject(path, token, isDone: true, in: $0) }
                // Whoever says that they reached somebody who is back is told so, whoever stopped letters before they
                // were removed that these are stopped, and whoever was written to at a former address that this was.
                let tellsMore = found.map { $0.subject.isStopped || $0.subject.hasEnded } ?? false
                return done || path == .reached || tellsMore ? found : nil
            }
            guard let found else { return Self.unknown(request) }
            if found.subject.hasEnded {
                return Self.page(Page(found.subject, .done, in: found.language ?? request.preferredLanguage), .gone)
            }
            if case .reached(_, isOpen: false, _, _) = found.subject {
                let form = PageForm(action: path.rawValue)
                return Self.page(Page(found.subject, .asks(form), in: found.language ?? request.preferredLanguage), .ok)
            }
            return Self.page(Page(found.subject, .done, in: found.language ?? request.preferredLanguage), .ok)
        } catch let problem as Problem where problem.status == 429 {
            context.quotas.noteRefusal(problem)
            var page = Self.page(Page(.checkIn(next: nil), .busy, in: request.preferredLanguage), .tooManyRequests)
            page.headers[.retryAfter] = Response(problem, retryAfter: problem.retryAfter).headers[.retryAfter]
            return page
        }
    }

    private func act(
        _ path: LinkPath,
        _ token: Capability,
        toCalls: Bool,
        _ tx: RelayTransaction
    ) throws -> Bool {
        switch path {
        case .confirm: try tx.contacts.decide(token, .confirmed, toCalls: toCalls) != nil
        case .unsubscribe:
            try tx.contacts.decide(token, .unsubscribed) != nil
                || tx.contacts.stopReplaced(token, aboutAnybody: false)
        case .stopAll: try tx.contacts.stopAll(token) || tx.contacts.stopReplaced(token, aboutAnybody: true)
        case .allow: try tx.contacts.allow(token)
        case .reached: try tx.contacts.reached(token)
        case .checkIn: try tx.checkIns.checkIn(with: token)
        }
    }

    private typealias Found = (subject: Page.Subject, language: Language?)

    private func subject(
        _ path: LinkPath,
        _ token: Capability,
        isDone: Bool = false,
        asksForCalls: Bool = false,
        in snapshot: any Snapshot
    ) throws -> Found? {
        switch path {
        case .confirm, .unsubscribe, .stopAll, .reached:
            guard let found = try engine.contact(for: token, in: snapshot) else {
                return try replaced(path, token, in: snapshot) ?? former(path, token, in: snapshot)
            }
            let (contact, name) = (found.contact, found.name)
            let language = contact.body.language
            var choices = Page.Choices()
            // A mail program that stopped the letters by itself showed no page with the way back; and whoever stops
            // letters in the moment in which they agree is not thanked for agreeing.
            let isStopped =
                try (path == .unsubscribe || path == .confirm && isDone)
                && engine.inForce(contact, in: snapshot).consent == .unsubscribed
            let path = path == .confirm && isStopped ? .unsubscribe : path
            if isStopped || isDone && path == .stopAll {
                let token = try engine.allowing(contact.body, by: found.medium, of: contact.owner, in: snapshot)
                let origin = engine.gateways.contactChannels.origin
                choices.allowURL = token.flatMap { token in origin.map { LinkPath.allow.url(at: $0, token) } }
            }
            guard contact.isNamed else {
                let wants = isDone ? contact.body.isTold(by: .call) : asksForCalls && contact.body.details.calls
                let calls = found.medium == .sms && wants
                return own(path, contact, choices, calls: calls).map { ($0, language) }
            }
            switch path {
            case .confirm: return (.confirmation(personName: name), language)
            case .reached:
                let telling = try engine.openTelling(of: contact, in: snapshot)
                let hearsMore = try engine.inForce(contact, in: snapshot).consent == .confirmed
                let subject = Page.Subject.reached(
                    personName: name,
                    isOpen: telling.isOpen,
                    by: telling.reachedBy,
                    hearsMore: hearsMore
                )
                return (subject, language)
            default:
                if !isDone, path == .unsubscribe { choices.stopAll = Self.form(.stopAll, token) }
                return (path == .stopAll ? .stopAll(choices) : .unsubscribe(personName: name, choices), language)
            }
        case .allow:
            let isKnown = try token.purpose == .allow && engine.vault.isGenuine(token)
            return isKnown ? (.allow, nil) : nil
        case .checkIn:
            guard let due = try engine.nextCheckIn(for: token, in: snapshot) else { return nil }
            return (.checkIn(next: due.at.map { Page.ZonedMoment(at: $0, zone: due.zone) }), nil)
        }
    }

    /// The page for whoever was written to at an address that was replaced since: the link has ended, and what can be
    /// stopped is stopped there alone.
    private func replaced(_ path: LinkPath, _ token: Capability, in snapshot: any Snapshot) throws -> Found? {
        guard let found = try engine.replacedAddress(for: token, in: snapshot) else { return nil }
        let language = found.contact.body.language
        guard path == .unsubscribe || path == .stopAll, let names = found.address?.refusals else {
            return (.replaced(), language)
        }
        if let way = try engine.allowing(names, in: snapshot) {
            let origin = engine.gateways.contactChannels.origin
            let choices = Page.Choices(allowURL: origin.map { LinkPath.allow.url(at: $0, way.link) })
            return (.replacedStop(isAboutAnybody: way.isAboutAnybody, choices), language)
        }
        let stopAll = found.contact.isNamed ? Self.form(.stopAll, token) : nil
        return (.replaced(stop: Self.form(.unsubscribe, token), stopAll: stopAll), language)
    }

    /// The page for whoever stopped letters and was removed since: what is stopped, and the way back.
    private func former(_ path: LinkPath, _ token: Capability, in snapshot: any Snapshot) throws -> Found? {
        guard path != .reached, let found = try engine.formerContact(for: token, in: snapshot),
            let origin = engine.gateways.contactChannels.origin
        else { return nil }
        let (contact, choices) = (found.contact, Page.Choices(allowURL: LinkPath.allow.url(at: origin, found.allow)))
        let language = contact.body.language.map { Language(tag: $0) }
        if found.isAboutAnybody { return (.stopAll(choices), language) }
        guard path != .stopAll else { return nil }
        if contact.circle == nil { return (.unsubscribe(personName: found.name, choices), language) }
        return own(.unsubscribe, contact, choices).map { ($0, language) }
    }

    /// The page about an address of a person's own.
    private func own<Body>(
        _ path: LinkPath,
        _ contact: SealedRecord<Body>,
        _ choices: Page.Choices,
        calls: Bool = false
    ) -> Page.Subject? {
        let warns = contact.id == Contact.ownAddresses(of: contact.owner)
        return switch path {
        case .confirm: warns ? .ownAddress(calls: calls) : .number(calls: calls)
        case .unsubscribe: warns ? .ownAddressStop(choices) : .numberStop(choices)
        case .stopAll, .allow, .reached, .checkIn: nil
        }
    }

    private static func form(_ path: LinkPath, _ token: Capability, asksForCalls: Bool = false) -> PageForm {
        let calls = PageForm.Field(name: LinkPath.calls.name, value: LinkPath.calls.value)
        return PageForm(
            action: path.rawValue,
            fields: [PageForm.Field(name: LinkPath.parameter, value: token.text)] + (asksForCalls ? [calls] : [])
        )
    }

    /// Whether a link, or the form of its page, asks for calls beside text messages.
    private static func asksForCalls(_ query: String?) -> Bool {
        query?.split(separator: "&").contains { $0 == "\(LinkPath.calls.name)=\(LinkPath.calls.value)" } ?? false
    }

    private static func token(_ query: String?, for path: LinkPath) -> Capability? {
        for part in query?.split(separator: "&") ?? [] {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0] == LinkPath.parameter else { continue }
            let purpose: Capability.Purpose =
                switch path {
                case .checkIn: .checkIn
                case .allow: .allow
                case .confirm, .unsubscribe, .stopAll, .reached: .contact
                }
            return Capability(String(pair[1]), for: purpose)
        }
        return nil
    }

    /// Whether the client may be a browser; one that says what it accepts and names no HTML is a script.
    private static func readsPages(_ request: Request) -> Bool {
        request.headers[.accept]?.lowercased().contains("html") ?? true
    }

    /// Tells a script that a `GET` is no check-in: a success would let it believe that it checks in every day.
    private static let notCounted = Response(
        status: .methodNotAllowed,
        headers: [.contentType: "text/plain; charset=utf-8", .allow: "POST"],
        body: .init(
            byteBuffer: ByteBuffer(
                string: """
                    Nothing was counted: reading this address is no check-in. POST to it:
                      curl -fsS -X POST 'THIS ADDRESS'

                    """
            )
        )
    )

    /// The same response for a link that never existed and for one that is no longer valid.
    private static func unknown(_ request: Request) -> Response {
        page(Page(.checkIn(next: nil), .unknown, in: request.preferredLanguage), .notFound)
    }

    private static func page(_ page: Page, _ status: HTTPResponse.Status) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentSecurityPolicy] = contentSecurityPolicy
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: page.html)))
    }

    /// Allows the page's own style and posting its form to this origin, and nothing else.
    private static let contentSecurityPolicy: String = {
        let digest = (try? SHA256.hash(Array(Page.styleSheet.utf8))).map { Data($0).base64EncodedString() } ?? ""
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'self'; "
            + "frame-ancestors 'none'"
    }()
}

extension Page.Subject {
    /// Whether the letters are stopped already, so that only the way back is left to show.
    fileprivate var isStopped: Bool {
        switch self {
        case .unsubscribe(_, let choices), .stopAll(let choices), .ownAddressStop(let choices),
            .numberStop(let choices), .replacedStop(_, let choices):
            choices.allowURL != nil
        default: false
        }
    }

    /// Whether the page says that whoever agrees is called as well.
    fileprivate var namesCalls: Bool {
        switch self {
        case .ownAddress(let calls), .number(let calls): calls
        default: false
        }
    }

    /// Whether a link to a former address has nothing left to do, not even there.
    fileprivate var hasEnded: Bool { self == .replaced() }
}

extension Request {
    /// The language that the reader prefers, of those that the relay writes (RFC 9110, section 12.5.4).
    ///
    /// The first of the list counts: browsers name the languages in order.
    var preferredLanguage: Language {
        let tags = headers[.acceptLanguage]?.split(separator: ",") ?? []
        return Language(
            tag: tags.first.map { String($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces) } ?? "en"
        )
    }
}
