import AlarmCore
import AlarmWire
import Engine
import Features
import HTTPTypes
import Hummingbird
import NIOCore
import Sealing

/// The calendar of a person's alarms, for programs that have its secret address.
struct CalendarRoute: Sendable {
    static let path = CalendarFeeds.path

    let engine: Engine
    let bounds: RequestBounds
    let addresses: ClientAddress

    func add(to router: Router<RelayContext>) {
        let route = RouterPath(Self.path)
        router.get(route) { request, context in try await show(request, context) }
        router.head(route) { request, context in try await show(request, context).createHeadResponse() }
    }

    private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        guard let token = request.calendarToken else { throw Self.unknown }
        let text = try await bounds.during(addresses.client(of: request, peer: context.peer)) {
            try await engine.read { snapshot in try engine.calendar(for: token, in: snapshot) }
        }
        guard let text else { throw Self.unknown }
        let bytes = Array(text.utf8)
        let tag = "\"\(Base64URL.encode(try SHA256.hash(bytes).prefix(16)))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        // Nobody in between keeps it, and a program asks each time whether it has changed or was revoked.
        headers[.cacheControl] = "private, no-cache"
        if request.hasEntity(tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = CalendarFeeds.mediaType
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The same answer for an address that never existed and for one that was revoked.
    private static let unknown = Problem(
        .notFound,
        detail: "this calendar address is good for nothing, or not any more: make a new one with your device"
    )
}

extension Request {
    /// The right that the query holds to read a calendar; nil where it holds nothing of the right form.
    fileprivate var calendarToken: Capability? {
        uri.queryParameters[Substring(LinkPath.parameter)].flatMap { Capability(String($0), for: .calendar) }
    }
}
