import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Has the relay delete everything that this device's person gave, at once.
    ///
    /// Every device, pair, circle, alarm, contact and the rest goes; this device forgets what it knew of the relay too.
    ///
    /// A request whose answer was lost cannot be answered a second time: there is nobody left to ask.
    ///
    /// - Returns: what went; nil where the relay does not know this device any more, because all was deleted before, or
    ///   because another device of the person removed this one.
    /// - Throws: ``DeviceError/transport(_:)`` when the relay could not be reached: ask again.
    @discardableResult
    public func deleteEverything() async throws(DeviceError) -> DeletionReceipt? {
        let receipt: DeletionReceipt?
        do {
            receipt = try await call(.delete, Routes.me, as: DeletionReceipt.self)
        } catch {
            guard error.problemKind == .unauthorized else { throw error }
            receipt = nil
        }
        let now = now
        try update { $0.forgetRelay(at: now) }
        return receipt
    }

    /// Asks for everything that the relay keeps of this device's person, page by page until there is no more.
    ///
    /// What changes meanwhile may be in it as it was or as it is.
    public func exportEverything() async throws(DeviceError) -> PersonExport {
        var export = try await exportPage(since: nil)
        while let next = export.next { export.append(try await exportPage(since: next)) }
        return export
    }

    private func exportPage(since cursor: SyncCursor?) async throws(DeviceError) -> PersonExport {
        let target = Routes.export(since: cursor)
        return try Self.read(try await call(.get, target), of: .get, target, limits: PersonExport.limits)
    }
}
