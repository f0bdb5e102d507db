internal import CCurl

/// Runs all transfers of a client; made, used and ended on one thread.
final class EventLoop {
    /// How long an unused profile keeps its connections at least: 1 min.
    private static let idleMilliseconds: Int64 = 60_000

    private let inbox: Inbox
    private let services: LoopServices
    private var pools: [ConnectionProfile: ConnectionPool] = [:]
    /// The pool used last, which is most likely the next: comparing profiles is cheaper than hashing one.
    private var lastPool: ConnectionPool?

    init(inbox: Inbox, poller: Poller, configuration: CurlClient.Configuration) {
        self.inbox = inbox
        services = LoopServices(configuration: configuration, poller: poller)
        poller.watch(inbox.descriptor, bits: EPOLLIN.rawValue, owner: Poller.inboxOwner)
    }

    /// Runs until the inbox is closed, then fails all remaining requests.
    func run() {
        while true {
            let (messages, isClosed) = inbox.drain()
            for message in messages { handle(message) }
            if isClosed { break }
            advance()
            services.poller.wait(milliseconds: patience()) { event in
                if event.owner == Poller.inboxOwner {
                    inbox.acknowledgeWake()
                } else {
                    services.owners[event.owner]?.drive(event.descriptor, bits: event.bits)
                }
            }
        }
        for pool in pools.values { pool.shutDown() }
    }

    private func handle(_ message: Inbox.Message) {
        switch message {
        case .start(let submission):
            pool(for: submission.request.profile).enqueue(submission)
        case .cancel(let id):
            for pool in pools.values where pool.cancel(id, with: .cancelled) { return }
        case .resume(let id):
            for pool in pools.values {
                guard let transfer = pool.transfer(id) else { continue }
                curl_easy_pause(transfer.handle.raw, CURLPAUSE_CONT)
                return
            }
        }
    }

    /// Does everything that can be done now: libcurl's timers, ended transfers, waiting requests.
    private func advance() {
        let now = Monotonic.now
        for pool in pools.values {
            for set in pool.sets { set.driveTimer(now: now) }
            for set in pool.sets { pool.collect(set, now: now) }
            pool.expire(now: now)
            pool.giveUpStalled(now: now)
            pool.pump(now: now)
        }
    }

    /// How long to sleep, in milliseconds; -1 is until an event.
    private func patience() -> Int32 {
        guard inbox.prepareToSleep() else { return 0 }
        var earliest = Int64.max
        for pool in pools.values {
            for set in pool.sets { earliest = min(earliest, set.wakeAt ?? .max) }
            earliest = min(earliest, pool.wakeAt ?? .max)
        }
        guard earliest != .max else { return -1 }
        return Int32(clamping: max(0, earliest - Monotonic.now))
    }

    private func pool(for profile: ConnectionProfile) -> ConnectionPool {
        if let lastPool, lastPool.profile == profile { return lastPool }
        if let pool = pools[profile] {
            lastPool = pool
            return pool
        }
        endIdle()
        let pool = ConnectionPool(profile: profile, services: services)
        pools[profile] = pool
        lastPool = pool
        return pool
    }

    /// Closes the connections of profiles that have been idle, before another profile opens its own.
    private func endIdle() {
        let limit = Monotonic.now - Self.idleMilliseconds
        for (profile, pool) in pools where pool.usedAt < limit && pool.isIdle {
            pool.shutDown()
            pools[profile] = nil
            if lastPool === pool { lastPool = nil }
        }
    }
}
