internal import CCurl

extension CurlError {
    /// Classifies an error of libcurl.
    ///
    /// - Parameters:
    ///   - code: libcurl's result, not `CURLE_OK`.
    ///   - detail: libcurl's own text.
    ///   - sent: whether any byte of the request was passed to the connection.
    init(code: CURLcode, detail: String, sent: Bool) {
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT:
            self = .invalidRequest(detail)
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
            self = .exhausted(detail)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .unresolved(detail)
        case CURLE_COULDNT_CONNECT:
            self = .unreachable(detail)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_INVALIDCERTSTATUS:
            self = .untrusted(detail)
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut(afterSending: sent)
        case _ where detail.contains("REFUSED_STREAM"):
            self = .refused(detail)
        default:
            self = sent ? .interrupted(detail) : .unreachable(detail)
        }
    }
}
