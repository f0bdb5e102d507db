package import Exposition

/// Every metric that a relay exposes.
package enum MetricCatalogue {
    /// The metric families, in the order of the documentation.
    package static let families: [MetricFamily] = alarms + deliveries + store + health + connections + process

    private static let alarms = [
        MetricFamily("reveille_alarms_accepted_total", "Alarms taken over."),
        MetricFamily("reveille_problems_total", "Requests that were refused, by the type of the problem."),
        MetricFamily("reveille_pending_alarms", "Alarms that wait for their time, as counted last."),
        MetricFamily("reveille_horizon_wakes", "Wakes of the next minute that the scheduler holds in memory."),
        MetricFamily(
            "reveille_wake_lateness_seconds",
            "From the time of a wake to the transaction that it was handled in.",
            buckets: MetricFamily.seconds
        ),
        MetricFamily("reveille_overdue_wake_seconds", "By how much the earliest wake is overdue; 0 when none is."),
    ]

    private static let deliveries = [
        MetricFamily(
            "reveille_delivery_lateness_seconds",
            "From the time of a step to its first push being handed to the HTTP client.",
            buckets: MetricFamily.seconds
        ),
        MetricFamily(
            "reveille_outbox_wait_seconds",
            "From the time at which a delivery could be sent to its being sent.",
            buckets: MetricFamily.seconds
        ),
        MetricFamily(
            "reveille_push_duration_seconds",
            "From a push being handed over to the gateway's answer, or to its failure, by channel and origin.",
            buckets: MetricFamily.shortSeconds
        ),
        MetricFamily("reveille_deliveries_total", "Attempts to deliver, by stage and by what came of them."),
        MetricFamily("reveille_channel_attempts_total", "Attempts to deliver, by channel, origin and outcome."),
        MetricFamily("reveille_channel_trouble_seconds", "For how long nothing got through to an origin; 0 for well."),
        MetricFamily("reveille_retries_total", "Deliveries put off, by channel and reason."),
        MetricFamily("reveille_deliveries_in_flight", "Deliveries under way."),
        MetricFamily(
            "reveille_outbox_age_seconds",
            "How long the first delivery that could be sent waits; 0 for none."
        ),
        MetricFamily("reveille_expired_leases", "Deliveries begun and not ended in time, up to 1000."),
        MetricFamily("reveille_device_silences_total", "Devices that ceased to answer, or answered again."),
        MetricFamily("reveille_event_listeners", "Event streams that are open."),
    ]

    private static let store = [
        MetricFamily("reveille_commit_writes", "Writes that shared one durable commit.", buckets: MetricFamily.sizes),
        MetricFamily(
            "reveille_commit_duration_seconds",
            "From the beginning of a commit until it was durable.",
            buckets: MetricFamily.shortSeconds
        ),
        MetricFamily("reveille_commit_failures_total", "Commits that came to nothing."),
    ]

    private static let health = [
        MetricFamily("reveille_check_status", "How each check of the last audit went: 0 well, 1 degraded, 2 failing."),
        MetricFamily("reveille_nodes", "Relays that live on the database, at the last audit."),
        MetricFamily("reveille_node_info", "1, with the identifier of this relay among those on the database."),
        MetricFamily("reveille_audits_total", "Audits, by whether alarms can be expected to ring."),
        MetricFamily("reveille_last_audit_timestamp_seconds", "When the last audit was made."),
        MetricFamily("reveille_heartbeats_total", "Calls of the dead man's switch."),
        MetricFamily("reveille_blind_seconds_total", "For how long the relay was blind, by the cause."),
        MetricFamily("reveille_clock_steps_total", "How often the wall clock was set."),
        MetricFamily(
            "reveille_clock_offset_seconds",
            "How far this machine's clock is ahead of the database's; 0 where the relay goes by this machine's."
        ),
        MetricFamily("reveille_certificate_expiry_seconds", "How long the relay's own certificate is still valid."),
    ]

    private static let connections = [
        MetricFamily("reveille_connections", "Connections that are open."),
        MetricFamily("reveille_connections_closed_total", "Connections closed before their time, by the reason."),
        MetricFamily("reveille_requests_total", "Requests, of devices and of strangers."),
        MetricFamily("reveille_requests_at_once", "Requests that are worked on."),
        MetricFamily("reveille_requests_turned_away_total", "Requests that came while too many were under way."),
    ]

    private static let process = [
        MetricFamily("process_cpu_seconds_total", "Processor time of this process."),
        MetricFamily("process_resident_memory_bytes", "Memory that this process holds."),
        MetricFamily("process_virtual_memory_bytes", "Address space of this process."),
        MetricFamily("process_open_fds", "Files and sockets that this process has open."),
        MetricFamily("process_max_fds", "Files and sockets that this process may have open."),
        MetricFamily("process_start_time_seconds", "When this process started."),
        MetricFamily("reveille_build_info", "Versions of what the relay was built with; always 1."),
    ]
}
