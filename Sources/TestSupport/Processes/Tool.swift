package import Foundation

/// An installed or built program that a test or a measurement runs.
package struct Tool: Sendable {
    /// The exit status of a program, and its output.
    package struct Outcome: Sendable {
        package let status: Int32
        /// The standard output.
        package let output: String
        /// The standard error.
        package let errors: String

        /// The whole output, standard output first.
        package var text: String { output + errors }
    }

    /// Why a program could not be used.
    package enum Failure: Error, CustomStringConvertible {
        /// The program is not installed; `package` is the Debian package that has it.
        case missing(String, package: String)
        /// The program was not built.
        case notBuilt(String)
        /// The program ended with a status other than 0.
        case failed(String, status: Int32, output: String)
        /// The program printed output that this version of the tests does not understand.
        case unexpected(String, output: String)
        /// The program does not listen on its port.
        case silent(String)

        package var description: String {
            switch self {
            case .missing(let name, let package): "\(name) is not installed; install the package \(package)"
            case .notBuilt(let name): "\(name) is not beside this program; build all of the package"
            case .failed(let name, let status, let output): "\(name) ended with status \(status):\n\(output)"
            case .unexpected(let name, let output): "\(name) printed what cannot be understood:\n\(output)"
            case .silent(let name): "\(name) does not answer"
            }
        }
    }

    package let executable: URL
    /// The Debian package with the program; empty where every system has it.
    package let package: String
    /// Arguments that come before all others.
    private let prefix: [String]

    package var name: String { prefix.first ?? executable.lastPathComponent }

    /// Whether the program's file exists.
    package var isInstalled: Bool { FileManager.default.fileExists(atPath: executable.path) }

    package init(executable: URL, prefix: [String] = [], package: String = "") {
        self.executable = executable
        self.prefix = prefix
        self.package = package
    }

    /// Creates a tool from the first of `places` that exists, else from the first.
    package init(anyOf places: [String], package: String) {
        let path = places.first { FileManager.default.fileExists(atPath: $0) } ?? places.first ?? ""
        self.init(executable: URL(fileURLWithPath: path), package: package)
    }

    // MARK: Finding programs

    /// Returns the program that `PATH` finds.
    package static func onPath(_ name: String) -> Tool {
        Tool(executable: URL(fileURLWithPath: "/usr/bin/env"), prefix: [name])
    }

    package static let python = onPath("python3")

    /// Returns a program of a Debian package.
    ///
    /// - Throws: ``Failure/missing(_:package:)``.
    package static func installed(_ name: String, package: String) throws -> Tool {
        let tool = Tool(anyOf: ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].map { $0 + name }, package: package)
        guard tool.isInstalled else { throw Failure.missing(name, package: package) }
        return tool
    }

    /// Returns a program of this package, built beside this one.
    ///
    /// - Throws: ``Failure/notBuilt(_:)``.
    package static func sibling(_ name: String) throws -> Tool {
        let tool = Tool(executable: try this().executable.deletingLastPathComponent().appending(path: name))
        guard tool.isInstalled else { throw Failure.notBuilt(name) }
        return tool
    }

    /// Returns this program.
    package static func this() throws -> Tool {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return Tool(executable: URL(fileURLWithPath: path))
    }

    // MARK: Running programs

    /// Starts the program with its output in the file `log`.
    ///
    /// `environment` is added to that of this process.
    package func start(
        _ arguments: [String],
        environment: [String: String] = [:],
        log: String
    ) throws -> RunningProcess {
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        defer { try? output.close() }
        let process = makeProcess(arguments, environment: environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return try RunningProcess(process)
    }

    /// Runs the program to its end and returns its output, which stays in the file `log`.
    ///
    /// - Throws: ``Failure/failed(_:status:output:)`` for a status other than 0.
    package func output(
        of arguments: [String],
        environment: [String: String] = [:],
        log: String
    ) async throws -> String {
        let status = try await start(arguments, environment: environment, log: log).exitStatus()
        let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        guard status == 0 else { throw Failure.failed(name, status: status, output: output) }
        return output
    }

    /// Runs the program to its end.
    package func run(_ arguments: [String], input: String = "") async throws -> Outcome {
        let streams = try Streams(input: input)
        let process = makeProcess(arguments)
        try streams.connect(to: process)
        return try streams.outcome(status: await RunningProcess(process).exitStatus())
    }

    /// Runs the program to its end and blocks meanwhile, for results that are needed before a test begins.
    package func runBlocking(_ arguments: [String], input: String = "") throws -> Outcome {
        let streams = try Streams(input: input)
        let process = makeProcess(arguments)
        try streams.connect(to: process)
        try process.run()
        process.waitUntilExit()
        return try streams.outcome(status: process.terminationStatus)
    }

    private func makeProcess(_ arguments: [String], environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = prefix + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        return process
    }

    /// The standard streams of a run: files rather than pipes, so that a program that writes much to both cannot block
    /// on either.
    private struct Streams {
        private let folder: TemporaryFolder

        init(input: String) throws {
            folder = try TemporaryFolder("tool")
            try Data(input.utf8).write(to: file("input"))
            for name in ["output", "errors"] { try Data().write(to: file(name)) }
        }

        func connect(to process: Process) throws {
            process.standardInput = try FileHandle(forReadingFrom: file("input"))
            process.standardOutput = try FileHandle(forWritingTo: file("output"))
            process.standardError = try FileHandle(forWritingTo: file("errors"))
        }

        func outcome(status: Int32) throws -> Outcome {
            let texts = try ["output", "errors"].map { String(decoding: try Data(contentsOf: file($0)), as: UTF8.self) }
            return Outcome(status: status, output: texts[0], errors: texts[1])
        }

        private func file(_ name: String) -> URL { folder.url.appending(path: name) }
    }
}
