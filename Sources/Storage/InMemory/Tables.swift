import AlarmCore

/// All rows of an in-memory store, with the indexes by which no query walks a whole table.
struct Tables {
    var counters = Counters()

    var devices = Table<DeviceID, Device> { $0.id }
    var registrations: [[UInt8]: Int64] = [:]
    var devicesOfPerson = Index<PersonID, SortKey<Instant, Int64>>()
    var enrolments: [EnrolmentKey: Enrolment] = [:]
    var enrolmentsByExpiry = SortedSet<SortKey<Instant, EnrolmentKey>>()

    var invites = Table<InviteID, Invite> { $0.id }
    var invitesOfLocator = Index<String, Int64>()
    var invitesOfDevice = Index<DeviceID, Int64>()
    var liveInvitesOfDevice = Index<DeviceID, SortKey<Instant, Int64>>()
    var invitesByExpiry = SortedSet<SortKey<Instant, Int64>>()
    var pairs = Table<PairID, Pair> { $0.id }
    var pairsOfPerson = Index<PersonID, SortKey<Instant, Int64>>()
    var edges: [[UInt8]: Edge] = [:]
    var edgesOfPair: [PairID: Set<[UInt8]>] = [:]

    var alarms: [AlarmKey: AlarmRow] = [:]
    var alarmKeys: [AlarmID: AlarmKey] = [:]
    /// The latest change number of each person who has one.
    var lastChanges: [PersonID: Int64] = [:]
    var changesOfPerson = Index<PersonID, SortKey<Int64, AlarmKey>>()
    var liveOfPerson = Index<PersonID, SortKey<Instant, AlarmKey>>()
    var alarmsOfCircle = Index<PairID, AlarmKey>()
    var liveOfCircle = Index<PairID, AlarmKey>()
    var liveOfDirection = Index<EdgeDirection, AlarmKey>()
    var acceptedOfDirection = Index<EdgeDirection, SortKey<Instant, AlarmKey>>()
    var endedAlarms = SortedSet<SortKey<Instant, AlarmKey>>()
    var records: [AlarmKey: [RecordLine]] = [:]

    var wakes: [AlarmKey: Instant] = [:]
    var wakesByTime = SortedSet<SortKey<Instant, AlarmKey>>()

    var deliveries = Table<DeliveryID, DeliveryRow> { $0.order.id }
    var deliveriesOfAlarm = Index<AlarmKey, SortKey<Instant, Int64>>()
    var unfinishedByTime = SortedSet<SortKey<Instant, Int64>>()

    var documents: [DocumentKey: Document] = [:]
    /// Documents by person, of all kinds: few, and only read as a whole.
    var documentsOfPerson: [PersonID: Set<DocumentKey>] = [:]
    var documentsOfOwner = Index<DocumentGroup<PersonID>, DocumentPosition>()
    var documentsOfCircle = Index<DocumentGroup<CircleID>, DocumentPosition>()

    var replays: [ReplayKey: Replay] = [:]
    /// How many replays each device has; absent without any.
    var replayCounts: [DeviceID: Int] = [:]
    var replaysByExpiry = SortedSet<SortKey<Instant, ReplayKey>>()
    var values: [String: StoredValue] = [:]
    var valuesByEnd = SortedSet<SortKey<Instant, String>>()
    /// Few; oldest first.
    var blindIntervals: [BlindInterval] = []
    var nodes: [NodeID: RelayNode] = [:]
}
