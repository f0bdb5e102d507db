/// A kind of row that a store keeps, in the order in which rows are copied: what others belong to comes first.
///
/// Nodes are not among them: they are processes, which a copy does not take along. Nor is what a store can tell from
/// other rows, such as the circles in which somebody has had an alarm.
package enum StoreTable: String, CaseIterable, Hashable, Sendable {
    case pairs, edges, devices, enrolments, invites, documents
    case alarms, records, wakes, deliveries
    case replays, values
    case blindIntervals = "blind intervals"
    /// The last change numbers of persons.
    case changes = "change numbers"
}
