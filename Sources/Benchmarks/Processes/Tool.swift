import Foundation

/// A program that takes part in a measurement.
struct Tool: Sendable {
    /// What went wrong with a program.
    enum Failure: Error, CustomStringConvertible {
        /// It is not installed; `package` is Debian's that has it.
        case missing(String, package: String)
        /// It was not built.
        case notBuilt(String)
        /// It ended with another status than 0.
        case failed(String, status: Int32, output: String)
        /// It printed something else than its version known here does.
        case unexpected(String, output: String)
        /// It does not listen.
        case silent(String)

        var description: String {
            switch self {
            case .missing(let name, let package): "\(name) is not installed; install the package \(package)"
            case .notBuilt(let name): "\(name) is not beside this program; build all of the package"
            case .failed(let name, let status, let output): "\(name) ended with status \(status):\n\(output)"
            case .unexpected(let name, let output): "\(name) printed what cannot be understood:\n\(output)"
            case .silent(let name): "\(name) does not answer"
            }
        }
    }

    let executable: URL

    var name: String { executable.lastPathComponent }

    /// A program of Debian's.
    static func installed(_ name: String, package: String) throws -> Tool {
        for folder in ["/usr/bin", "/usr/sbin", "/usr/local/bin"] {
            let url = URL(fileURLWithPath: folder).appending(path: name)
            if FileManager.default.isExecutableFile(atPath: url.path) { return Tool(executable: url) }
        }
        throw Failure.missing(name, package: package)
    }

    /// A program of this package, built beside this one.
    static func sibling(_ name: String) throws -> Tool {
        let url = try this().executable.deletingLastPathComponent().appending(path: name)
        guard FileManager.default.isExecutableFile(atPath: url.path) else { throw Failure.notBuilt(name) }
        return Tool(executable: url)
    }

    /// This very program.
    static func this() throws -> Tool {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return Tool(executable: URL(fileURLWithPath: path))
    }

    /// Starts it; what it writes goes into `log`.
    ///
    /// `environment` is added to this process's own.
    func start(_ arguments: [String], environment: [String: String] = [:], log: String) throws -> Child {
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        defer { try? output.close() }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return try Child(running: process)
    }

    /// Runs it to its end and returns what it wrote.
    func run(_ arguments: [String], environment: [String: String] = [:], log: String) async throws -> String {
        let status = try await start(arguments, environment: environment, log: log).exitStatus()
        let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        guard status == 0 else { throw Failure.failed(name, status: status, output: output) }
        return output
    }
}
