package import AlarmCore

/// What a node of a shared store tells the others, so that they need not wait until they next look.
///
/// A message may be lost, late or out of order, and nothing depends on it: what it would have caused is found by the next
/// look at the store, or when a device next synchronises.
package enum NodeMessage: Hashable, Sendable {
    /// Something changed that a person's devices show; with the person's change number where that is an alarm.
    case changed(PersonID, change: Int64?)
    /// A device was removed, or moved to another person.
    case departed(DeviceID)
    /// An alarm is to be woken soon.
    case wake(Wake)
    /// Deliveries were ordered that may be sent now.
    case deliveriesOrdered
    /// An alarm has reached this epoch: what was made for an earlier one must not start any more.
    case overtaken(AlarmKey, epoch: Int)
    /// A device that rings by itself only while it is there was heard at this time.
    case heard(DeviceID, at: Instant)
    /// A delivery waits for this device, which does not listen on the sender.
    case wanted(DeviceID)
}

/// Is told what the other nodes of a shared store announce.
///
/// Called on a thread of the store's: it must not block.
package protocol NodeMessageObserver: AnyObject, Sendable {
    /// Takes messages of other nodes.
    func receive(_ messages: [NodeMessage])
    /// Messages arrive from now on; earlier ones may have been lost.
    func mayHaveMissedMessages()
}
