internal import CCurl

/// A `CURL *` that serves one request after the other.
///
/// Owns what libcurl only borrows: the header list and the error text must outlive the transfer.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var destination: UnsafeMutablePointer<curl_slist>?
    private var line: [UInt8] = []

    /// Makes a handle for `profile`; all options that do not change with the request are set here.
    init(profile: ConnectionProfile, connectTimeout: Duration, share: UnsafeMutableRawPointer?) throws(CurlError) {
        guard let raw = curl_easy_init() else { throw .exhausted("libcurl made no handle") }
        self.raw = raw
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_pointer(raw, CURLOPT_SHARE, share)
        ccurl_set_string(raw, CURLOPT_PROTOCOLS_STR, "https,http")
        ccurl_set_long(raw, CURLOPT_NOSIGNAL, 1)
        ccurl_set_long(raw, CURLOPT_TCP_NODELAY, 1)
        ccurl_set_long(raw, CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_set_long(raw, CURLOPT_CONNECTTIMEOUT_MS, Int(Monotonic.milliseconds(connectTimeout)))
        switch profile.version {
        case .http2:
            // Over TLS this offers h2 by ALPN; over plain TCP, which only tests use, it is RFC 9113, section 3.3.
            ccurl_set_long(raw, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
            ccurl_set_long(raw, CURLOPT_PIPEWAIT, 1)
            guardSending()
        case .http1:
            ccurl_set_long(raw, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        case .negotiated:
            ccurl_set_long(raw, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            ccurl_set_long(raw, CURLOPT_PIPEWAIT, 1)
        }
        if profile.reachesPublicAddressesOnly {
            // A proxy would connect to any address that it is asked for.
            ccurl_set_string(raw, CURLOPT_PROXY, "")
            guardSockets()
        }
        if let place = profile.connectsTo {
            destination = curl_slist_append(nil, "::" + place)
            ccurl_set_list(raw, CURLOPT_CONNECT_TO, destination)
        }
        EasyHandle.setTrust(profile.certificateAuthorityFile, of: raw)
        ccurl_set_data_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.from(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
        }
        ccurl_set_data_callback(raw, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.from(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
        }
    }

    deinit {
        curl_easy_cleanup(raw)
        curl_slist_free_all(headers)
        curl_slist_free_all(destination)
        errorText.deallocate()
    }

    /// libcurl's error text; may be empty.
    var errorDetail: String { String(cString: errorText) }

    /// Whether any byte of the present request was passed to a connection.
    var hasSent: Bool {
        var count = 0
        return ccurl_get_long(raw, CURLINFO_REQUEST_SIZE, &count) == CURLE_OK && count > 0
    }

    /// The status of the present response as far as HTTP/2 has read it, whether or not it was reported.
    var arrivedStatus: Int? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(raw, ":status", 0, UInt32(CURLH_PSEUDO), -1, &header) == CURLHE_OK, let header
        else { return nil }
        return Int(String(cString: header.pointee.value))
    }

    /// Prepares the handle for one request; `context` is passed to the callbacks.
    func prepare(_ request: HTTPRequest, timeout: Int64?, context: UnsafeMutableRawPointer) throws(CurlError) {
        errorText.pointee = 0
        var result = ccurl_set_string(raw, CURLOPT_URL, request.url)
        setMethod(request.method, body: request.body, &result)
        try setHeaders(request.headers, &result)
        ccurl_set_long(raw, CURLOPT_TIMEOUT_MS, Int(timeout ?? 0))
        ccurl_set_pointer(raw, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(raw, CURLOPT_PREREQDATA, context)
        ccurl_set_pointer(raw, CURLOPT_OPENSOCKETDATA, context)
        ccurl_set_pointer(raw, CURLOPT_HEADERDATA, context)
        ccurl_set_pointer(raw, CURLOPT_PRIVATE, context)
        guard result == CURLE_OK else { throw .exhausted(String(cString: curl_easy_strerror(result))) }
    }

    /// Whether libcurl resends a request of its own accord only after the peer refused its stream.
    ///
    /// When a connection that was used before ends without an answer, libcurl silently resends the request, although
    /// the peer may have acted on it. The one exception in its source (`Curl_retry_request`, 7.88 to 8.20) is an RTSP
    /// receive; the option is checked for every protocol.
    static let resendsRefusedAlone: Bool = {
        guard let probe = curl_easy_init() else { return false }
        defer { curl_easy_cleanup(probe) }
        return ccurl_set_long(probe, CURLOPT_RTSP_REQUEST, receiveRequest) == CURLE_OK
    }()

    /// `CURL_RTSPREQ_RECEIVE`.
    private static let receiveRequest = 11

    /// Ensures that a request is sent once, on the one connection of its set.
    private func guardSending() {
        ccurl_set_long(raw, CURLOPT_RTSP_REQUEST, Self.receiveRequest)
        ccurl_set_prereq_callback(raw) { context, _, _, _, _ in
            Transfer.from(context)?.begin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        guardSockets()
    }

    /// Sets a callback that decides about every connection, by its address.
    private func guardSockets() {
        ccurl_set_opensocket_callback(raw) { context, _, address in
            guard let transfer = Transfer.from(context), let address else { return CURL_SOCKET_BAD }
            return transfer.openSocket(address)
        }
    }

    private func setMethod(_ method: String, body: [UInt8], _ result: inout CURLcode) {
        ccurl_set_long(raw, CURLOPT_NOBODY, 0)
        if body.isEmpty && (method == "GET" || method == "HEAD" || method == "DELETE") {
            ccurl_set_long(raw, CURLOPT_HTTPGET, 1)
            if method == "HEAD" { ccurl_set_long(raw, CURLOPT_NOBODY, 1) }
            ccurl_set_string(raw, CURLOPT_CUSTOMREQUEST, method == "DELETE" ? method : nil)
        } else {
            ccurl_set_long(raw, CURLOPT_POST, 1)
            ccurl_set_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            let copied = body.withUnsafeBytes { bytes in
                // An empty array may have no address, which libcurl would read as "get the body from a callback".
                bytes.isEmpty
                    ? ccurl_set_string(raw, CURLOPT_COPYPOSTFIELDS, "")
                    : ccurl_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
            if copied != CURLE_OK { result = copied }
            ccurl_set_string(raw, CURLOPT_CUSTOMREQUEST, method == "POST" ? nil : method)
        }
    }

    private func setHeaders(_ lines: [HTTPHeader], _ result: inout CURLcode) throws(CurlError) {
        curl_slist_free_all(headers)
        headers = nil
        // A name without a value removes a header that libcurl would add by itself.
        for name in ["Accept", "Content-Type", "Expect"] where lines[name] == nil { try append(name, ":", "") }
        for line in lines { try append(line.name, line.value.isEmpty ? ";" : ": ", line.value) }
        let code = ccurl_set_list(raw, CURLOPT_HTTPHEADER, headers)
        if code != CURLE_OK { result = code }
    }

    /// Builds a line in a reused buffer, because libcurl copies it anyway.
    private func append(_ name: String, _ separator: String, _ value: String) throws(CurlError) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: name.utf8)
        line.append(contentsOf: separator.utf8)
        line.append(contentsOf: value.utf8)
        line.append(0)
        let longer = line.withUnsafeBytes {
            curl_slist_append(headers, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
        guard let longer else { throw .exhausted("no memory for the header lines") }
        headers = longer
    }

    /// Trusts the system's authorities and those in `file`.
    ///
    /// Where libcurl has a directory of them, it is used instead of the bundle: each set of connections reads its own
    /// trust store, and OpenSSL looks up a directory by hash but parses a bundle whole.
    static func setTrust(_ file: String?, of raw: UnsafeMutableRawPointer) {
        if let file {
            ccurl_set_string(raw, CURLOPT_CAINFO, file)
        } else if ccurl_version()?.pointee.capath != nil {
            ccurl_set_string(raw, CURLOPT_CAINFO, nil)
        }
    }
}
