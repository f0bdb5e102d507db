package import AlarmWire
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import Storage

extension Problem {
    /// Creates the problem that a client receives for an error.
    ///
    /// An internal error reveals nothing more; the log has the details. Where no route was found, a known path means
    /// that only the method is wrong.
    package init(answering error: any Error, isKnownPath: Bool) {
        switch error {
        case let problem as Problem: self = problem
        case let error as WireError: self.init(error)
        case is TooManyClaims: self.init(.rateLimited)
        case let error as TooManyRequests: self = error.problem
        // The body's framing is wrong, or it ends too early.
        case is HTTPParserError: self.init(.malformed, detail: "Send the body as its headers say (RFC 9112).")
        // The client has gone, or reset its stream, before its request was whole.
        case is ChannelError, is IOError, is NIOHTTP2Errors.StreamClosed, is NIOSSLError:
            self.init(.malformed, detail: "The request was broken off.")
        case StoreError.full: self.init(.storageFull)
        case is StoreError: self.init(.unavailable)
        case is CancellationError: self.init(.unavailable)
        case is NIOTooManyBytesError: self.init(.payloadTooLarge)
        case let error as HTTPError:
            switch error.status.code {
            case 404 where isKnownPath: self.init(.methodNotAllowed)
            case 404: self.init(.notFound)
            case 405: self.init(.methodNotAllowed)
            case 413: self.init(.payloadTooLarge)
            case 415: self.init(.unsupportedMediaType)
            case 400..<500: self.init(.malformed)
            default: self.init(.internalError)
            }
        default: self.init(.internalError)
        }
    }
}
