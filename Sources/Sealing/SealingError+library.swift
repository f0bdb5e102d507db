internal import COpenSSL

extension SealingError {
    /// The newest entry of this thread's OpenSSL error queue, which is emptied.
    ///
    /// The queue is per thread, so this is called before any suspension point.
    static func fromLibrary(_ operation: String) -> SealingError {
        let code = ERR_peek_last_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
        ERR_clear_error()
        return .library(operation: operation, reason: reason)
    }
}
