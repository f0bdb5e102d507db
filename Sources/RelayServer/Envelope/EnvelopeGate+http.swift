import AlarmWire
import HTTPTypes
package import Hummingbird
import NIOCore

extension EnvelopeGate {
    /// Opens the envelope of an HTTP request: its body, or its `Authorization` where the method has none.
    ///
    /// - Throws: the problem to answer with, or a `StoreError`.
    package func open(_ request: Request) async throws -> AuthenticatedRequest {
        try await open(Self.envelope(of: request), of: request)
    }

    /// Opens the envelope that ``envelope(of:)`` has read from `request`.
    ///
    /// - Throws: the problem to answer with, or a `StoreError`.
    func open(_ envelope: [UInt8], of request: Request) async throws -> AuthenticatedRequest {
        try await open(envelope, method: request.method.rawValue, target: request.head.path ?? "")
    }

    /// Waits for the envelope of a request.
    ///
    /// - Throws: the problem to answer with.
    static func envelope(of request: Request) async throws -> [UInt8] {
        guard let method = RequestMethod(rawValue: request.method.rawValue) else { throw Problem(.methodNotAllowed) }
        return method.carriesBody ? try await body(of: request) : try authorization(of: request)
    }

    /// Reads the body of a request, at most 8 KiB.
    static func body(of request: Request, mediaType: String = EnvelopeLimits.mediaType) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.prefix { $0 != ";" } ?? ""
        guard type.trimmed.lowercased() == mediaType else {
            throw Problem(.unsupportedMediaType, detail: "Send the body as \(mediaType).")
        }
        do {
            return Array(buffer: try await request.body.collect(upTo: EnvelopeLimits.bytes))
        } catch is NIOTooManyBytesError {
            throw Problem(.payloadTooLarge)
        }
    }

    /// Returns the credentials of the scheme PA1; the scheme's name ignores case (RFC 9110, section 11.1).
    private static func authorization(of request: Request) throws(Problem) -> [UInt8] {
        guard let value = request.headers[.authorization], let space = value.firstIndex(of: " "),
            value[..<space].lowercased() == EnvelopeLimits.scheme.lowercased()
        else { throw Problem(.unauthorized) }
        return Array(value[space...].trimmed.utf8)
    }
}

extension Substring {
    /// The text without spaces and tabs around it.
    var trimmed: Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let start = drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
        return start[..<end]
    }
}
