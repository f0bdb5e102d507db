internal import CPostgres
internal import Glibc
package import Storage

/// Where a PostgreSQL database is, and how to prove to it who one is.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    /// The address as libpq takes it, without a password.
    let url: String
    /// The file with the password; nil for libpq's own ways, such as `~/.pgpass`.
    let passwordFile: String?
    /// What is added to the address so that nobody can stand in for the server.
    let tls: [(keyword: String, value: String)]
    /// Where the address names several hosts, what takes its place to reach each of them alone; otherwise empty.
    let hosts: [[(keyword: String, value: String)]]
    /// User, host, port and database, for messages.
    package let description: String

    /// Takes a `postgres://` or `postgresql://` URL as libpq does (PostgreSQL, section "Connection URIs").
    ///
    /// Unless the server is reached through a socket or the loopback address, its certificate must be verified: `sslmode` is
    /// `verify-full` where the URL does not say otherwise, with the system's authorities where it names none.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - passwordFile: the path of a file with the password; nil for libpq's own ways.
    ///   - place: where the URL was given, for messages about one that cannot be read.
    /// - Throws: ``StoreError/cannotOpen(path:detail:)`` for a URL that libpq does not read, one with a password, and one that
    ///   asks for an encryption that verifies nothing.
    package init(
        _ url: String,
        passwordFile: String? = nil,
        from place: String = "in REVEILLE_DATABASE"
    ) throws(StoreError) {
        let options = try Self.options(of: url, from: place)
        let hosts = options["host"] ?? options["hostaddr"] ?? ""
        description = Self.describe(options, hosts: hosts)
        let refuse = { [description] (why: String) in StoreError.cannotOpen(path: description, detail: why) }
        guard options["password"] == nil, options["sslpassword"] == nil else {
            throw refuse(
                """
                its URL holds a password, which would show in lists of processes and in logs: take it out, and put it into a \
                file (REVEILLE_DATABASE_PASSWORD_FILE) or into ~/.pgpass
                """
            )
        }
        guard options["dbname"] != nil || url.contains("service=") else {
            throw refuse("its URL names no database: write postgres://USER@HOST/DATABASE")
        }
        self.url = url
        self.passwordFile = passwordFile
        self.hosts = Self.alternatives(in: options)
        let isNear = hosts.split(separator: ",").allSatisfy { host in
            host.hasPrefix("/") || host.hasPrefix("@") || ["localhost", "127.0.0.1", "::1"].contains(host)
        }
        switch options["sslmode"] {
        case nil where isNear: tls = []
        case nil: tls = [("sslmode", "verify-full")] + Self.authorities(besides: options)
        case "verify-ca", "verify-full": tls = Self.authorities(besides: options)
        case "disable": tls = []
        case let mode?:
            guard isNear else {
                throw refuse(
                    """
                    sslmode=\(mode) encrypts without asking who answers: write verify-full, or disable in a network that \
                    nobody else reaches
                    """
                )
            }
            tls = []
        }
    }

    /// The password in the file, or nil without one.
    ///
    /// Read for every connection, so that a new password needs no restart.
    func password() throws(StoreError) -> String? {
        guard let passwordFile else { return nil }
        let refuse = { (why: String) in
            StoreError.cannotOpen(path: description, detail: "the password file \(passwordFile) \(why)")
        }
        var status = stat()
        guard stat(passwordFile, &status) == 0 else {
            throw refuse("cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & 0o007 == 0 else { throw refuse("can be read by everybody: chmod o= it") }
        guard let file = fopen(passwordFile, "r") else {
            throw refuse("cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty else { throw refuse("is empty") }
        return String(decoding: line, as: UTF8.self)
    }

    private static func options(of url: String, from place: String) throws(StoreError) -> [String: String] {
        // Not the URL itself: it may hold a password.
        let name = place
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            throw .cannotOpen(path: name, detail: "its URL does not begin with postgres://")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            // libpq quotes what it does not read; that may be the password.
            throw .cannotOpen(path: name, detail: "its URL is not one: write postgres://USER@HOST/DATABASE")
        }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return found
    }

    /// Each of several hosts, with its port.
    ///
    /// None where libpq has to judge: their numbers differ, or one is left empty, which means a default.
    private static func alternatives(in options: [String: String]) -> [[(keyword: String, value: String)]] {
        let lists = ["host", "hostaddr", "port"].compactMap { keyword in
            options[keyword].map { list in
                let values = list.split(separator: ",", omittingEmptySubsequences: false)
                return (keyword: keyword, values: values.map(String.init))
            }
        }
        // libpq's list of ports of hosts without ports.
        .filter { !$0.values.allSatisfy(\.isEmpty) }
        let count = lists.filter { $0.keyword != "port" }.map(\.values.count).max() ?? 1
        guard count > 1, lists.allSatisfy({ [1, count].contains($0.values.count) && !$0.values.contains("") }) else {
            return []
        }
        return (0..<count).map { index in
            lists.map { (keyword: $0.keyword, value: $0.values.count == 1 ? $0.values[0] : $0.values[index]) }
        }
    }

    private static func describe(_ options: [String: String], hosts: String) -> String {
        let user = options["user"].map { "\($0)@" } ?? ""
        let port = options["port"].map { ":\($0)" } ?? ""
        return "postgres://\(user)\(hosts)\(port)/\(options["dbname"] ?? "")"
    }

    /// The certificate authorities of the system, unless the URL or the user's folder names others.
    private static func authorities(besides options: [String: String]) -> [(keyword: String, value: String)] {
        let system = "/etc/ssl/certs/ca-certificates.crt"
        let own = getenv("HOME").map { String(cString: $0) + "/.postgresql/root.crt" }
        guard options["sslrootcert"] == nil, getenv("PGSSLROOTCERT") == nil, own.map({ access($0, R_OK) != 0 }) ?? true,
            access(system, R_OK) == 0
        else { return [] }
        return [("sslrootcert", system)]
    }
}
