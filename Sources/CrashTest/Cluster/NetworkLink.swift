import Foundation
import Glibc
import Synchronization

/// A way from one process to another that can be cut and mended.
///
/// While it is cut nothing arrives, in either direction, and nobody is told. Nothing is lost either, as in a network that sends
/// lost packets again: once it is mended everything arrives, late.
final class NetworkLink: Sendable {
    /// Opens the connection to the other end.
    typealias Opening = @Sendable (_ connect: () -> Int32?) -> Int32?

    /// Where the first process connects to.
    let address: LocalSocket
    private let target: LocalSocket
    private let listener: Int32
    private let opening: Opening
    private let isCut = Atomic(false)
    private let isClosed = Atomic(false)
    private let descriptors = Mutex<Set<Int32>>([])

    /// Begins to listen at `address`, for connections to `target`; `opening` makes them, one for each that is accepted.
    init(at address: LocalSocket, to target: LocalSocket, opening: @escaping Opening = { $0() }) throws {
        (listener, self.address) = try address.listen()
        self.target = target
        self.opening = opening
        Thread.detachNewThread { [listener, weak self] in
            defer { Glibc.close(listener) }
            while true {
                let client = accept(listener, nil, nil)
                guard let self, !isClosed.load(ordering: .sequentiallyConsistent) else { return }
                guard client >= 0 else {
                    usleep(10_000)
                    continue
                }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    /// Holds everything back from now on.
    func cut() { isCut.store(true, ordering: .sequentiallyConsistent) }

    /// Lets everything through again, first what was held back.
    func mend() { isCut.store(false, ordering: .sequentiallyConsistent) }

    /// Ends all connections, and takes no more.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        shutdown(listener, Int32(SHUT_RDWR))
        descriptors.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private func serve(_ client: Int32) {
        waitWhileCut()
        guard !isClosed.load(ordering: .sequentiallyConsistent), let backend = opening({ target.connect() }) else {
            shutdown(client, Int32(SHUT_RDWR))
            Glibc.close(client)
            return
        }
        descriptors.withLock { $0.formUnion([client, backend]) }
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.forward(from: backend, to: client)
            end.signal()
        }
        forward(from: client, to: backend)
        end.wait()
        descriptors.withLock { $0.subtract([client, backend]) }
        for descriptor in [client, backend] { Glibc.close(descriptor) }
    }

    /// Forwards one direction until either side ends it; each has a thread, so that neither waits for the other.
    private func forward(from source: Int32, to target: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &bytes, bytes.count)
            waitWhileCut()
            guard count > 0, send(bytes[..<count], to: target) else { break }
        }
        shutdown(target, Int32(SHUT_WR))
        shutdown(source, Int32(SHUT_RD))
    }

    private func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let more = Glibc.send(target, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                guard more > 0 else { return false }
                sent += more
            }
            return true
        }
    }

    private func waitWhileCut() {
        while isCut.load(ordering: .sequentiallyConsistent), !isClosed.load(ordering: .sequentiallyConsistent) {
            usleep(2000)
        }
    }
}
