import AlarmCore
import AlarmWire
import Hummingbird
import NIOCore
import NIOSSL
import RelayServer
import Storage
import Testing

@Suite("Telling a client of an error")
struct ProblemMappingTests {
    private struct Unforeseen: Error {}

    @Test("A full disk, a broken store and an unforeseen error are told apart, and none is told in detail")
    func storage() {
        func problem(_ error: any Error) -> Problem { Problem(answering: error, isKnownPath: true) }
        #expect(problem(StoreError.full).kind == .storageFull)
        #expect(problem(StoreError.failed("row 7 of secrets")) == Problem(.unavailable))
        #expect(problem(StoreError.closed).kind == .unavailable)
        #expect(problem(CancellationError()).kind == .unavailable)
        #expect(problem(Unforeseen()) == Problem(.internalError))
        #expect(problem(NIOTooManyBytesError(maxBytes: 1)).kind == .payloadTooLarge)
    }

    @Test("A problem stays what it is, and a message's error gets its pointer")
    func problems() {
        let quota = Problem(.quotaExceeded, detail: "x")
        #expect(Problem(answering: quota, isKnownPath: false) == quota)
        for gone: any Error in [ChannelError.eof, NIOSSLError.uncleanShutdown] {
            let answer = Problem(answering: gone, isKnownPath: false)
            #expect(answer.kind == .malformed, "whoever goes away is no fault of the relay")
        }
        #expect(Problem(answering: WireError(.missing, at: "/a"), isKnownPath: false).pointer == "/a")
    }

    @Test(
        "The router's own errors become problems",
        arguments: [
            (404, true, ProblemKind.methodNotAllowed), (404, false, .notFound), (405, false, .methodNotAllowed),
            (413, false, .payloadTooLarge), (415, false, .unsupportedMediaType), (418, false, .malformed),
            (500, false, .internalError),
        ]
    )
    func router(code: Int, isKnownPath: Bool, kind: ProblemKind) {
        #expect(Problem(answering: HTTPError(.init(code: code)), isKnownPath: isKnownPath).kind == kind)
    }

    @Test("A temporary problem says when to come back, and a permanent one does not", arguments: ProblemKind.allCases)
    func retryAfter(kind: ProblemKind) {
        #expect((Response(Problem(kind)).headers[.retryAfter] != nil) == kind.isRetryable)
    }

    @Test("A Retry-After is in whole seconds, rounded up")
    func wait() {
        #expect(Response(Problem(.rateLimited), retryAfter: .milliseconds(1500)).headers[.retryAfter] == "2")
        #expect(Response(Problem(.rateLimited), retryAfter: .zero).headers[.retryAfter] == "1")
    }
}
