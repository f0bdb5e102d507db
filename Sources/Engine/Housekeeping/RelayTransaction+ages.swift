import AlarmCore
import Storage

extension RelayTransaction {
    /// Deletes the oldest of everybody's documents of a kind that are older than `age`; returns how many.
    func removeOldest(_ kind: Document.Kind, after age: Span, limit: Int) throws -> Int {
        try transaction.deleteOldest(kind, before: (now - age).milliseconds, limit: limit)
    }

    /// Deletes the completed ones of a batch of reminders that were due long ago; open ones stay, however old.
    ///
    /// - Returns: how many were deleted, and the place after which the next batch begins; nil once all were examined.
    func removeReminders(
        after place: DocumentPosition?,
        limit: Int
    ) throws -> (removed: Int, next: DocumentPosition?) {
        let oldest = now - engine.limits.reminderRetention
        let batch = try transaction.documents(
            .reminder,
            before: oldest.milliseconds,
            after: place,
            limit: limit
        )
        var removed = 0
        for document in batch {
            // One that cannot be read stays, and keeps no other from being deleted.
            guard let completed = try? kinds.completion(document, engine), completed < oldest else { continue }
            try transaction.deleteDocument(.reminder, id: document.id)
            removed += 1
        }
        return (removed, batch.count == limit ? batch.last?.place : nil)
    }
}
