internal import Synchronization

/// Keeps a profile between runs.
public protocol ProfileStore: Sendable {
    /// The kept profile, nil when there is none yet.
    func load() throws(ProfileError) -> Profile?

    /// Keeps `profile` in place of the one before; all of it or, when this throws, nothing.
    func save(_ profile: Profile) throws(ProfileError)

    /// Runs `body`, which loads and saves, while nobody else changes what is kept.
    ///
    /// - Throws: what `body` throws, or a ``ProfileError``.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result
}

extension ProfileStore {
    /// Runs `body`; for a store that nobody shares.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try body()
    }
}

/// Keeps a profile as long as the process lives; for virtual phones and tests.
public final class InMemoryProfileStore: ProfileStore {
    private let profile: Mutex<Profile?>

    /// Begins with `profile`, or with none.
    public init(_ profile: Profile? = nil) {
        self.profile = Mutex(profile)
    }

    /// The kept profile.
    public func load() throws(ProfileError) -> Profile? {
        profile.withLock { $0 }
    }

    /// Keeps `profile`.
    public func save(_ profile: Profile) throws(ProfileError) {
        self.profile.withLock { $0 = profile }
    }
}
