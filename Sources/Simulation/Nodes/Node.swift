import AlarmCore

/// A machine that runs a relay, restarted after every crash.
final class Node {
    let number: Int
    var clock: WallClock
    /// The zone's rules as installed on the machine.
    var installedRules: ZoneRules
    /// The release of these rules.
    var rulesVersion = "1"
    /// The running relay process.
    var life: NodeProcess?

    init(number: Int, clock: WallClock, rules: ZoneRules) {
        self.number = number
        self.clock = clock
        installedRules = rules
    }
}
