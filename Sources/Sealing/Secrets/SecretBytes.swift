/// Bytes that are wiped when the last copy of the value is released, and that never print themselves.
///
/// Comparison takes the same time wherever the first difference lies. `Hashable` is left out on purpose.
public struct SecretBytes: Sendable {
    private let storage: Storage

    /// Copies `bytes`; the caller's own array is not wiped.
    public init(_ bytes: some Collection<UInt8>) {
        let storage = Storage(count: bytes.count)
        storage.buffer.copyBytes(from: bytes)
        self.storage = storage
    }

    /// Makes `count` zero bytes and lets `body` fill them in place, so that no unwiped copy exists.
    init<Failure: Error>(
        count: Int,
        filling body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let storage = Storage(count: count)
        try body(storage.buffer)
        self.storage = storage
    }

    /// The number of bytes.
    public var count: Int { storage.buffer.count }

    /// Passes the bytes to `body`; the pointer must not outlive the call.
    ///
    /// - Throws: what `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage.buffer))
    }

    /// The bytes in an ordinary array, which is not wiped: for storing or sending them sealed.
    public func revealed() -> [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// The bytes as C's `unsigned char`; never nil, even when there are none, because OpenSSL reads nil as "unchanged".
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        body(UnsafePointer(storage.bytes))
    }
}

extension SecretBytes: Equatable {
    /// Whether both hold the same bytes, compared in constant time.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { right in ConstantTime.equal(left, right) } }
    }
}

extension SecretBytes: Redacting {}

/// The one allocation behind all copies of a `SecretBytes`.
///
/// `@unchecked Sendable` is sound: the bytes are written only while `SecretBytes.init` alone holds the object, and are
/// only read from then until `deinit`, which runs after the last reference is released.
private final class Storage: @unchecked Sendable {
    let bytes: UnsafeMutablePointer<UInt8>
    let buffer: UnsafeMutableRawBufferPointer

    init(count: Int) {
        bytes = .allocate(capacity: max(count, 1))
        bytes.initialize(repeating: 0, count: max(count, 1))
        buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    }

    deinit {
        Backend.wipe(buffer)
        bytes.deallocate()
    }
}

extension SecretBytes {
    /// These bytes followed by `suffix`, in one new wiped allocation.
    func appending(_ suffix: some Collection<UInt8>) -> SecretBytes {
        SecretBytes(count: count + suffix.count) { (buffer) in
            withUnsafeBytes { buffer.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: suffix)
        }
    }
}

extension [UInt8] {
    /// Overwrites every byte in a way that the optimizer may not remove.
    mutating func wipe() {
        withUnsafeMutableBytes { Backend.wipe($0) }
    }
}
