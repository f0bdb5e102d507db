package import Exposition

/// Every metric that a relay exposes.
package enum MetricCatalogue {
    /// What each is about, in the order in which they are documented.
    package static let families: [Family] = alarms + deliveries + store + health + process

    private static let alarms = [
        Family("reveille_alarms_accepted_total", "Alarms taken over."),
        Family("reveille_problems_total", "Requests that were refused, by the type of the problem."),
        Family("reveille_pending_alarms", "Alarms that wait for their time, as counted last."),
        Family("reveille_horizon_wakes", "Wakes of the next minute that the scheduler holds in memory."),
        Family(
            "reveille_wake_lateness_seconds",
            "From the time of a wake to the transaction that it was handled in.",
            buckets: Family.seconds
        ),
        Family("reveille_overdue_wake_seconds", "By how much the earliest wake is overdue; 0 when none is."),
    ]

    private static let deliveries = [
        Family(
            "reveille_delivery_lateness_seconds",
            "From the time of a rung to the first push by it being handed to the HTTP client.",
            buckets: Family.seconds
        ),
        Family(
            "reveille_outbox_wait_seconds",
            "From the time at which a delivery could be sent to its being sent.",
            buckets: Family.seconds
        ),
        Family(
            "reveille_push_duration_seconds",
            "From a push being handed to the HTTP client to the gateway's answer, or to its failure.",
            buckets: Family.shortSeconds
        ),
        Family("reveille_deliveries_total", "Attempts to deliver, by stage and by what came of them."),
        Family("reveille_retries_total", "Deliveries put off, by the reason."),
        Family("reveille_deliveries_in_flight", "Deliveries under way."),
        Family("reveille_outbox_age_seconds", "How long the first delivery that could be sent waits; 0 for none."),
        Family("reveille_expired_leases", "Deliveries begun and not ended in time, up to 1000."),
        Family("reveille_device_silences_total", "Devices that ceased to answer, or answered again."),
        Family("reveille_event_listeners", "Event streams that are open."),
    ]

    private static let store = [
        Family("reveille_commit_writes", "Writes that shared one durable commit.", buckets: Family.sizes),
        Family(
            "reveille_commit_duration_seconds",
            "From the beginning of a commit until it was durable.",
            buckets: Family.shortSeconds
        ),
        Family("reveille_commit_failures_total", "Commits that came to nothing."),
    ]

    private static let health = [
        Family("reveille_check_status", "How each check of the last audit went: 0 well, 1 degraded, 2 failing."),
        Family("reveille_audits_total", "Audits, by whether alarms can be expected to ring."),
        Family("reveille_last_audit_timestamp_seconds", "When the last audit was made."),
        Family("reveille_heartbeats_total", "Calls of the dead man's switch."),
        Family("reveille_blind_seconds_total", "For how long the relay was blind, by the cause."),
        Family("reveille_clock_steps_total", "How often the wall clock was set."),
    ]

    private static let process = [
        Family("process_cpu_seconds_total", "Processor time of this process."),
        Family("process_resident_memory_bytes", "Memory that this process holds."),
        Family("process_virtual_memory_bytes", "Address space of this process."),
        Family("process_open_fds", "Files and sockets that this process has open."),
        Family("process_max_fds", "Files and sockets that this process may have open."),
        Family("process_start_time_seconds", "When this process started."),
        Family("reveille_build_info", "Versions of what the relay was built with; always 1."),
    ]
}
