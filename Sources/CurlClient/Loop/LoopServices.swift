internal import CCurl

/// What the pools of one loop have in common.
final class LoopServices {
    let configuration: CurlClient.Configuration
    let poller: Poller
    /// Names and TLS sessions, kept from one set of connections to the next; one thread uses it, so it needs no locks.
    private let share: UnsafeMutableRawPointer?
    /// Finds the set and the pool that a descriptor belongs to.
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

    /// Makes a set for a profile; an HTTP/1.1 connection never carries more than one request and so needs no opening.
    func makeSet(_ profile: ConnectionProfile) throws(CurlError) -> ConnectionSet {
        repeat { lastID &+= 1 } while owners[lastID] != nil || lastID == Poller.inboxOwner
        let set = try ConnectionSet(id: lastID, profile: profile, isOpen: profile.version == .http1, poller: poller)
        owners[lastID] = set
        return set
    }

    /// Lets a set go.
    func forget(_ set: ConnectionSet) { owners[set.id] = nil }
}
