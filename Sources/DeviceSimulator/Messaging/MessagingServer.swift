import Foundation
import Synchronization

/// A mail server or a provider of text messages, in a process of its own, that tells what it is sent.
///
/// Python programs, since nobody here wrote the library that judges the relay's letters. What it takes is told before it is
/// confirmed, so that a keeper of time who waits until nobody is busy never lets time pass over it.
final class PostServer: Sendable {
    /// Why there is none.
    enum Failure: Error, CustomStringConvertible {
        /// The program ended before it listened; `words` is what it said.
        case ended(PostService, words: String)
        /// The library that it needs is not there.
        case missing(library: String)

        var description: String {
            switch self {
            case .ended(let service, let words):
                "the \(service.rawValue) server did not start, which takes python3 in the PATH: \(words)"
            case .missing(let library):
                """
                the scenario's mail server is \(library), which python3 does not find: \
                install it, as by `apt-get install python3-\(library)` or `pip install \(library)`
                """
            }
        }
    }

    /// What the program says, a line of JSON each.
    private struct Word: Decodable {
        var port: Int?
        var missing: String?
        var busy: Int?
        var done: String?
        var refused: String?
        var message: PostMessage?
    }

    private struct State {
        var busy = 0
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let service: PostService
    /// Where it listens.
    let port: Int
    /// The process's number.
    var processID: Int32 { process.processIdentifier }
    /// What it takes and refuses, in order.
    let news: AsyncStream<News>

    /// Something that it did.
    enum News: Sendable {
        case took(PostMessage)
        /// It was in no state to take something for this address.
        case refused(String)
    }

    private let process: Process
    private let orders: FileHandle
    private let continuation: AsyncStream<News>.Continuation
    private let state = Mutex(State())

    /// Whether somebody speaks to it and has not got an answer yet.
    var isBusy: Bool { state.withLock { $0.busy > 0 } }

    private init(_ service: PostService, port: Int, _ process: Process, orders: FileHandle) {
        self.service = service
        self.port = port
        self.process = process
        self.orders = orders
        (news, continuation) = AsyncStream.makeStream(of: News.self)
    }

    /// Starts one; what goes wrong in it is written to a file in `folder`.
    ///
    /// - Parameters:
    ///   - service: which.
    ///   - folder: where the file is kept.
    ///   - environment: what the program is told beside this process's own environment.
    /// - Returns: the server, which listens.
    /// - Throws: ``Failure``, or what kept the program from being started.
    static func start(
        _ service: PostService,
        folder: URL,
        environment: [String: String] = [:]
    ) async throws -> PostServer {
        let logFile = folder.appending(path: "\(service.rawValue).log")
        _ = FileManager.default.createFile(atPath: logFile.path, contents: nil)
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", PostPrograms.program(for: service)]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: logFile)
        try process.run()
        let lines = Self.lines(from: output.fileHandleForReading)
        var iterator = lines.makeAsyncIterator()
        let first = try await iterator.next().map { try JSONDecoder().decode(Word.self, from: $0) }
        guard let port = first?.port else {
            kill(process.processIdentifier, SIGKILL)
            if let library = first?.missing { throw Failure.missing(library: library) }
            let words = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
            throw Failure.ended(service, words: words.split(separator: "\n").last.map(String.init) ?? "no word")
        }
        let server = PostServer(service, port: port, process, orders: input.fileHandleForWriting)
        Task { [iterator] in
            var iterator = iterator
            while let line = await iterator.next() { server.take(line) }
            server.end()
        }
        return server
    }

    /// Has something happen to it; returns when it has.
    func take(_ event: PostEvent) async throws {
        guard state.withLock({ !$0.hasEnded }) else {
            throw Failure.ended(service, words: "it ended in the middle of the run")
        }
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiters.append(continuation) }
            orders.write(Data("\(event.rawValue)\n".utf8))
        }
    }

    /// Ends it.
    func stop() {
        _ = kill(processID, SIGKILL)
    }

    private func take(_ line: Data) {
        guard let word = try? JSONDecoder().decode(Word.self, from: line) else { return }
        if let busy = word.busy { state.withLock { $0.busy = busy } }
        if let message = word.message { continuation.yield(.took(message)) }
        if let refused = word.refused { continuation.yield(.refused(refused)) }
        if word.done != nil {
            let waiter = state.withLock { $0.waiters.isEmpty ? nil : $0.waiters.removeFirst() }
            waiter?.resume()
        }
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            state.busy = 0
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        continuation.finish()
    }

    /// What arrives, line by line, until the other end is closed.
    private static func lines(from handle: FileHandle) -> AsyncStream<Data> {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            var rest = Data()
            while case let piece = handle.availableData, !piece.isEmpty {
                rest += piece
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(Data(rest[..<end]))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
        return stream
    }
}
