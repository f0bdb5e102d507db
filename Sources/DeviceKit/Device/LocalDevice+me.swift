import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Asks the relay to delete all data of this device's person, at once.
    ///
    /// Every device, pair, circle, alarm, contact and the rest is deleted; this device forgets its registration too.
    ///
    /// If the answer is lost, it cannot be repeated: the relay no longer knows the device.
    ///
    /// - Returns: what was deleted; nil where the relay does not know this device any more, because everything was
    ///   deleted before, or because another device of the person removed this one.
    /// - Throws: ``DeviceError/transport(_:)`` when the relay could not be reached: try again.
    @discardableResult
    public func deleteEverything() async throws(DeviceError) -> DeletionReceipt? {
        let receipt: DeletionReceipt?
        do {
            receipt = try await perform(Endpoints.Me.delete())
        } catch {
            guard error.problemKind == .unauthorized else { throw error }
            receipt = nil
        }
        let now = now
        try update { $0.forgetRelay(at: now) }
        return receipt
    }

    /// Fetches everything that the relay keeps about this device's person, page by page.
    ///
    /// Data that changes meanwhile may be exported in its former or its new state.
    public func exportEverything() async throws(DeviceError) -> PersonExport {
        var export = try await perform(Endpoints.Me.export(CursorTarget()))
        while let next = export.next {
            export.append(try await perform(Endpoints.Me.export(CursorTarget(since: next))))
        }
        return export
    }
}
