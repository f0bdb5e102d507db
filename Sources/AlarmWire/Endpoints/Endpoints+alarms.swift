public import AlarmCore

extension Endpoints {
    /// Alarms (PA1 section 5).
    public enum Alarms {
        /// Sets an alarm.
        public static let set = Endpoint<NoTarget, AlarmRequest, AlarmAccepted>(.post, "/v1/alarms", statuses: [202])
        /// Lists the caller's alarms.
        public static let list = Endpoint<NoTarget, NoContent, AlarmList>(.get, "/v1/alarms")
        /// Shows one alarm.
        public static let show = Endpoint<AlarmID, NoContent, AlarmView>(.get, "/v1/alarms/{id}")
        /// Changes an alarm.
        public static let change = Endpoint<AlarmID, AlarmChange, AlarmAccepted>(.patch, "/v1/alarms/{id}")
        /// Cancels an alarm.
        public static let cancel = Endpoint<AlarmID, NoContent, ReceiptAccepted>(.delete, "/v1/alarms/{id}")
        /// Accepts a receipt: a device's report about an alarm.
        public static let report = Endpoint<AlarmID, Receipt, ReceiptAccepted>(.post, "/v1/alarms/{id}/receipts")
        /// Computes the times at which an alarm would ring, before it is set.
        public static let preview = Endpoint<NoTarget, PreviewRequest, SchedulePreview>(.post, "/v1/schedule/preview")

        static let all: [any AnyEndpoint] = [set, list, show, change, cancel, report, preview]
    }
}
