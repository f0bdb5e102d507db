import Foundation

/// Measures the disk under the database: the cost of a durable write without any database.
struct Disk {
    /// Why the disk cannot be measured.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: Int32

        var description: String { "\(path): \(String(cString: strerror(reason)))" }
    }

    let path: String

    /// Appends 4 KiB and waits until they are durable, again and again.
    ///
    /// One write at a time, as a database without group commit would do.
    func run(seconds: Double) throws -> Run {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, reason: errno) }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0xA5, count: 4096)
        let clock = ContinuousClock()
        let start = clock.now
        var latencies: [Double] = []
        var (begin, elapsed) = (0.0, 0.0)
        while elapsed < seconds {
            guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else {
                throw Failure(path: path, reason: errno)
            }
            elapsed = (clock.now - start) / .seconds(1)
            latencies.append(elapsed - begin)
            begin = elapsed
        }
        return Run(count: latencies.count, seconds: elapsed, latencies: latencies)
    }
}
