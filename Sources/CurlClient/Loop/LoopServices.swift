internal import CCurl

/// The resources that the pools of one loop share.
final class LoopServices {
    let configuration: CurlClient.Configuration
    let poller: Poller
    /// DNS results and TLS sessions, kept from one set of connections to the next; one thread uses it, so it needs no
    /// locks.
    private let share: UnsafeMutableRawPointer?
    /// The sets by the number that is registered with their descriptors.
    private(set) var owners: [UInt32: ConnectionSet] = [:]
    private var lastID: UInt32 = 0

    init(configuration: CurlClient.Configuration, poller: Poller) {
        self.configuration = configuration
        self.poller = poller
        share = curl_share_init()
        ccurl_share(share, CURL_LOCK_DATA_DNS)
        ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
    }

    deinit { curl_share_cleanup(share) }

    /// Makes a handle for a profile's requests.
    func makeHandle(_ profile: ConnectionProfile) throws(CurlError) -> EasyHandle {
        try EasyHandle(profile: profile, connectTimeout: configuration.connectTimeout, share: share)
    }

    /// Makes a set for a profile; an HTTP/1.1 connection never carries more than one request and so counts as open at
    /// once.
    func makeSet(_ profile: ConnectionProfile) throws(CurlError) -> ConnectionSet {
        repeat { lastID &+= 1 } while owners[lastID] != nil || lastID == Poller.inboxOwner
        let set = try ConnectionSet(id: lastID, profile: profile, isOpen: profile.version != .http2, poller: poller)
        owners[lastID] = set
        return set
    }

    /// Removes a set.
    func forget(_ set: ConnectionSet) { owners[set.id] = nil }
}
