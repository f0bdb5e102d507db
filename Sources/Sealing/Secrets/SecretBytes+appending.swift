extension SecretBytes {
    /// These bytes followed by `suffix`, in one new wiped allocation.
    func appending(_ suffix: some Collection<UInt8>) -> SecretBytes {
        SecretBytes(count: count + suffix.count) { (buffer) in
            withUnsafeBytes { buffer.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: suffix)
        }
    }
}
