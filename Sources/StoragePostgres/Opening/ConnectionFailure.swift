internal import Storage

/// Why a connection could not be made.
enum ConnectionFailure: Error {
    /// It may succeed later: the server is away, starting, full, or a standby.
    case passing(String)
    /// Somebody has to change something first.
    case lasting(StoreError)

    /// Sorts libpq's message about a failed connection; it has no code for it.
    init(message: String, path: String) {
        let lasting = [
            "password authentication failed", "no password supplied", "no pg_hba.conf entry", "does not exist",
            "authentication failed", "permission denied", "certificate verify failed", "SSL error",
            "server certificate",
            "root certificate file", "does not support SSL", "invalid",
            "unsupported startup parameter",
        ]
        // A socket that is not there belongs to a server that is not running.
        let isAway = message.contains("No such file or directory") || message.contains("Connection refused")
        if !isAway, lasting.contains(where: message.contains) {
            self = .lasting(.cannotOpen(path: path, detail: message))
        } else {
            self = .passing(message)
        }
    }
}
