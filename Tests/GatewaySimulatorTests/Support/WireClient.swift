import Foundation
import GatewaySimulator

/// One HTTP/2 connection by the Python library h2, which shows frames that ordinary clients hide.
struct WireClient {
    /// One action on the connection.
    enum Step: Encodable {
        /// Send a number of requests.
        case push(Int)
        /// Send the headers of a number of requests.
        case begin(Int)
        /// Send the bodies of those requests.
        case finish
        /// Send a number of requests and reset each.
        case reset(Int)
        /// Send a PING.
        case ping
        /// Read until this event has come `count` more times, or the time is over.
        case until(String, count: Int = 1, seconds: Double = 600)
        /// Let the test know that everything before was done.
        case signal(FileSignal)
        /// Wait until the test lets the client know.
        case await(FileSignal)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .push(let count): try container.encode(count, forKey: .push)
            case .begin(let count): try container.encode(count, forKey: .begin)
            case .finish: try container.encode(true, forKey: .finish)
            case .reset(let count): try container.encode(count, forKey: .reset)
            case .ping: try container.encode(true, forKey: .ping)
            case .until(let event, let count, let seconds):
                try container.encode(event, forKey: .until)
                try container.encode(count, forKey: .count)
                try container.encode(seconds, forKey: .seconds)
            case .signal(let signal): try container.encode(signal.path, forKey: .signal)
            case .await(let signal): try container.encode(signal.path, forKey: .await)
            }
        }

        private enum Key: CodingKey { case push, begin, finish, reset, ping, until, count, seconds, signal, await }
    }

    /// A received event as the script reports it: a name with numbers or texts.
    struct Event: Decodable, Equatable, CustomStringConvertible {
        var name: String
        var values: [String]

        init(_ name: String, _ values: String...) {
            (self.name, self.values) = (name, values)
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decode(String.self)
            values = []
            while !container.isAtEnd {
                if let number = try? container.decode(Int.self) {
                    values.append(String(number))
                } else {
                    values.append(try container.decode(String.self))
                }
            }
        }

        var description: String { ([name] + values).joined(separator: " ") }
    }

    private struct Task: Encodable {
        var host = "127.0.0.1"
        var port: Int
        var ca: String
        var path: String
        var headers: [[String]]
        var payload: String
        var steps: [Step]
    }

    /// The client finished all of its steps while the test was still running its own.
    struct EndedEarly: Error, CustomStringConvertible {
        let events: [Event]
        var description: String { "the client had ended before the test was through; it saw \(events)" }
    }

    /// Plays `steps` on a new connection; all requests are alike.
    static func run(_ steps: Step..., on fixture: GatewayFixture, port: Int? = nil) async throws -> [Event] {
        try await play(steps, on: fixture, port: port)
    }

    /// Plays `steps` on a new connection while `body` runs.
    ///
    /// - Throws: The error of the client or of `body`; ``EndedEarly`` if the client ended first.
    static func run(
        _ steps: Step...,
        on fixture: GatewayFixture,
        during body: @escaping @Sendable () async throws -> Void
    ) async throws -> [Event] {
        try await withThrowingTaskGroup(of: [Event]?.self) { group in
            group.addTask { try await play(steps, on: fixture, port: nil) }
            group.addTask {
                try await body()
                return nil
            }
            var events: [Event]?
            do {
                while let outcome = try await group.next() {
                    guard let outcome else { continue }
                    events = outcome
                    // No more of what `body` waits for can come.
                    group.cancelAll()
                }
            } catch is CancellationError {
                throw EndedEarly(events: events ?? [])
            }
            return events ?? []
        }
    }

    private static func play(_ steps: [Step], on fixture: GatewayFixture, port: Int?) async throws -> [Event] {
        let request = try fixture.request()
        let task = Task(
            port: port ?? fixture.gateway.port,
            ca: fixture.certificatePath,
            path: request.path,
            headers: request.headers.map { [$0.name, $0.value] },
            payload: request.payload,
            steps: steps
        )
        return try await PythonClient.run("h2_client.py", task)
    }
}
