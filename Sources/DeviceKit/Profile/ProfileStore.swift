internal import Synchronization

/// Stores a profile between runs.
public protocol ProfileStore: Sendable {
    /// Returns the stored profile, nil when there is none yet.
    func load() throws(ProfileError) -> Profile?

    /// Replaces the stored profile with `profile`; changes nothing when it throws.
    func save(_ profile: Profile) throws(ProfileError)

    /// Runs `body`, which loads and saves, with exclusive access to the stored profile.
    ///
    /// - Throws: what `body` throws, or a ``ProfileError``.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result
}

extension ProfileStore {
    /// Runs `body` directly, for a store that is not shared.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try body()
    }
}

/// Keeps a profile for the lifetime of the process; for virtual phones and tests.
public final class InMemoryProfileStore: ProfileStore {
    private let profile: Mutex<Profile?>

    /// Begins with `profile`, or with none.
    public init(_ profile: Profile? = nil) {
        self.profile = Mutex(profile)
    }

    /// Returns the stored profile.
    public func load() throws(ProfileError) -> Profile? {
        profile.withLock { $0 }
    }

    /// Replaces the stored profile with `profile`.
    public func save(_ profile: Profile) throws(ProfileError) {
        self.profile.withLock { $0 = profile }
    }
}
