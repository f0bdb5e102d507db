internal import CCurl

extension CurlClient {
    /// The version of the libcurl that is loaded, as in `7.88.1`.
    public static var version: String {
        guard let text = ccurl_version()?.pointee.version else { return "unknown" }
        return String(cString: text)
    }

    /// Whether this libcurl resets every HTTP/2 stream whose response has no body, as all before 8.14 do.
    public static let resetsBodilessStreams: Bool =
        (ccurl_version()?.pointee.version_num ?? 0) < 0x08_0E_00

    /// Sets libcurl up for the process, once; false when it could not be.
    static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
