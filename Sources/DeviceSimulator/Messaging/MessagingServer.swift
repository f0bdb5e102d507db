import Foundation
import Synchronization

/// A mail server or an SMS provider in a process of its own, which reports what it receives.
///
/// Both are Python programs, so that independent libraries judge the relay's messages. A message is reported before it
/// is confirmed to the sender, so that simulated time never passes over it while the time keeper waits for everybody to
/// rest.
final class MessagingServer: Sendable {
    /// Why a server could not be started.
    enum Failure: Error, CustomStringConvertible {
        /// The program ended before it listened; `words` is its output.
        case ended(MessagingService, words: String)
        /// The library that the program needs is not installed.
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

    /// A line of JSON from the program.
    private struct Word: Decodable {
        var port: Int?
        var missing: String?
        var busy: Int?
        var done: String?
        var refused: String?
        var message: ContactMessage?
    }

    private struct State {
        var busy = 0
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let service: MessagingService
    /// Port on which the server listens.
    let port: Int
    /// Process identifier.
    var processID: Int32 { process.processIdentifier }
    /// The messages that the server accepts and refuses, in order.
    let events: AsyncStream<Event>

    /// An event that the server reports.
    enum Event: Sendable {
        case took(ContactMessage)
        /// A message for this address was refused because of the server's condition.
        case refused(String)
    }

    private let process: Process
    private let orders: FileHandle
    private let continuation: AsyncStream<Event>.Continuation
    private let state = Mutex(State())

    /// Whether a client is waiting for an answer.
    var isBusy: Bool { state.withLock { $0.busy > 0 } }

    private init(_ service: MessagingService, port: Int, _ process: Process, orders: FileHandle) {
        self.service = service
        self.port = port
        self.process = process
        self.orders = orders
        (events, continuation) = AsyncStream.makeStream(of: Event.self)
    }

    /// Starts a server; its errors are written to a file in `folder`.
    ///
    /// - Parameters:
    ///   - service: the kind of server.
    ///   - folder: the folder for the file.
    ///   - environment: environment variables in addition to this process's own.
    /// - Returns: the server, which is listening.
    /// - Throws: ``Failure``, or the error that kept the program from being started.
    static func start(
        _ service: MessagingService,
        folder: URL,
        environment: [String: String] = [:]
    ) async throws -> MessagingServer {
        let logFile = folder.appending(path: "\(service.rawValue).log")
        _ = FileManager.default.createFile(atPath: logFile.path, contents: nil)
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", MessagingServerPrograms.program(for: service)]
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
        let server = MessagingServer(service, port: port, process, orders: input.fileHandleForWriting)
        Task { [iterator] in
            var iterator = iterator
            while let line = await iterator.next() { server.take(line) }
            server.end()
        }
        return server
    }

    /// Applies an event to the server; returns when it has taken effect.
    func take(_ event: MessagingServiceEvent) async throws {
        guard state.withLock({ !$0.hasEnded }) else {
            throw Failure.ended(service, words: "it ended in the middle of the run")
        }
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiters.append(continuation) }
            orders.write(Data("\(event.rawValue)\n".utf8))
        }
    }

    /// Stops the server.
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

    /// Returns the lines that arrive, until the other end is closed.
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
