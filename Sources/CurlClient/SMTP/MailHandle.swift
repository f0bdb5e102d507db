internal import CCurl

/// A `CURL *` that sends one message, on a thread that blocks for it.
final class MailHandle {
    private let job: MailJob
    private let raw: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let onTick: () -> Void
    private var progress: MailProgress
    /// The end of the wait for the reply to `QUIT`, on the monotonic clock; nil before the final reply.
    private var goodbyeEnd: Int64?
    private var recipients: UnsafeMutablePointer<curl_slist>?

    private init(_ job: MailJob, onTick: @escaping () -> Void) throws(CurlError) {
        guard let raw = curl_easy_init() else { throw .exhausted("libcurl made no handle") }
        self.job = job
        self.raw = raw
        self.onTick = onTick
        progress = MailProgress(message: job.mail.message)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(raw)
        curl_slist_free_all(recipients)
        errorText.deallocate()
    }

    /// Sends a message and tells its caller the result; returns when the connection is closed as well.
    ///
    /// `onTick` is called at least once a second.
    static func perform(_ job: MailJob, server: MailServer, onTick: @escaping () -> Void) {
        do throws(CurlError) {
            guard !job.isOver(now: Monotonic.now) else { throw .timedOut(afterSending: false) }
            let handle = try MailHandle(job, onTick: onTick)
            try handle.prepare(server)
            handle.perform()
        } catch {
            job.end(.failure(error))
        }
    }

    private func perform() {
        let code = withExtendedLifetime(self) { curl_easy_perform(raw) }
        let detail = String(cString: errorText)
        // libcurl reports an abort where the time was up while it waited for a reply.
        let isLate = code == CURLE_ABORTED_BY_CALLBACK
        job.end(
            progress.result(
                isLate ? CURLE_OPERATION_TIMEDOUT : code,
                detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
            )
        )
    }

    private func prepare(_ server: MailServer) throws(CurlError) {
        recipients = curl_slist_append(nil, job.mail.recipient)
        guard recipients != nil else { throw .exhausted("no memory for the recipient") }
        ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_string(raw, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        ccurl_set_long(raw, CURLOPT_NOSIGNAL, 1)
        ccurl_set_long(raw, CURLOPT_UPLOAD, 1)
        ccurl_set_offset(raw, CURLOPT_INFILESIZE_LARGE, curl_off_t(job.mail.message.count))
        // No connection is kept: a server closes idle ones, and its notice would not be read.
        ccurl_set_long(raw, CURLOPT_FORBID_REUSE, 1)
        // No proxy from the environment is used.
        ccurl_set_string(raw, CURLOPT_PROXY, "")
        ccurl_set_long(raw, CURLOPT_CONNECTTIMEOUT_MS, Int(Monotonic.milliseconds(server.connectTimeout)))
        if let deadline = job.deadline {
            ccurl_set_long(raw, CURLOPT_TIMEOUT_MS, Int(max(1, deadline - Monotonic.now)))
        }
        if server.security == .startTLS { ccurl_set_long(raw, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        EasyHandle.setTrust(server.certificateAuthorityFile, of: raw)
        let set = [
            ccurl_set_string(raw, CURLOPT_URL, server.url),
            ccurl_set_string(raw, CURLOPT_MAIL_FROM, job.mail.sender),
            ccurl_set_list(raw, CURLOPT_MAIL_RCPT, recipients),
            logIn(server.credentials),
        ]
        if let fault = set.first(where: { $0 != CURLE_OK }) {
            throw .exhausted(String(cString: curl_easy_strerror(fault)))
        }
        listen()
    }

    private func logIn(_ credentials: MailCredentials?) -> CURLcode {
        guard let credentials else { return CURLE_OK }
        // The connection protects the password; GSSAPI or NTLM would only be tried because a server offers them.
        ccurl_set_string(raw, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        let user = ccurl_set_string(raw, CURLOPT_USERNAME, credentials.user)
        return user == CURLE_OK ? ccurl_set_string(raw, CURLOPT_PASSWORD, credentials.password) : user
    }
}

// MARK: Callbacks of libcurl

extension MailHandle {
    private static func from(_ context: UnsafeMutableRawPointer?) -> MailHandle? {
        context.map { Unmanaged<MailHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    private func listen() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_READDATA, CURLOPT_HEADERDATA, CURLOPT_DEBUGDATA, CURLOPT_XFERINFODATA] {
            ccurl_set_pointer(raw, option, context)
        }
        ccurl_set_data_callback(raw, CURLOPT_READFUNCTION) { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return MailHandle.from(context)?.progress.give(buffer) ?? 0
        }
        ccurl_set_data_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            MailHandle.from(context)?.heard(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        ccurl_set_data_callback(raw, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
        // The commands are visible nowhere else, and the meaning of a refusal depends on the command.
        ccurl_set_debug_callback(raw) { _, kind, bytes, count, context in
            if kind == CURLINFO_HEADER_OUT {
                MailHandle.from(context)?.progress.said(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        }
        ccurl_set_long(raw, CURLOPT_VERBOSE, 1)
        ccurl_set_progress_callback(raw) { context, _, _, _, _ in MailHandle.from(context)?.tick() ?? 1 }
        ccurl_set_long(raw, CURLOPT_NOPROGRESS, 0)
    }

    /// Tells the caller the server's final reply without waiting for the one to `QUIT`.
    private func heard(_ line: UnsafeRawBufferPointer) {
        progress.heard(line)
        if progress.isDecided, let verdict = progress.verdict { job.end(.success(verdict)) }
    }

    /// Checks the deadlines; returns a value other than 0 to end the transfer.
    ///
    /// The reply to `QUIT` has a moment more after the final reply; a server that does not send it is disconnected.
    private func tick() -> Int32 {
        onTick()
        guard job.isOver(now: Monotonic.now) else { return 0 }
        guard progress.verdict != nil else { return 1 }
        let now = Monotonic.now
        let end = goodbyeEnd ?? now + 2_000
        goodbyeEnd = end
        return now < end ? 0 : 1
    }
}
