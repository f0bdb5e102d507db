import Foundation

/// Runs a command line as if it had been copied into a shell.
enum Shell {
    /// Runs the line and returns its standard output and standard error.
    static func run(_ line: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in continuation.finish() }
        let stream = CapturedStream(output.fileHandleForReading)
        try process.run()
        for await _ in ended {}
        while await stream.nextLine() != nil {}
        return stream.text
    }
}
