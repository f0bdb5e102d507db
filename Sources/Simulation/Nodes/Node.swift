import AlarmCore

/// A machine on which a relay runs, again and again.
final class Node {
    let number: Int
    var clock: WallClock
    /// The zone's rules as installed on the machine.
    var installedRules: ZoneRules
    /// Which release of the rules that is.
    var edition = "1"
    /// What its clock showed when its last relay crashed.
    var leftAt: Instant?
    /// The relay that runs now.
    var life: Life?

    init(number: Int, clock: WallClock, rules: ZoneRules) {
        self.number = number
        self.clock = clock
        installedRules = rules
    }
}
