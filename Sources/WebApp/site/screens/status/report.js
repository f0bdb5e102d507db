/**
 * What the relay tells its operator: what `/readyz` says, and what the metrics count. No names, no identifiers.
 *
 * @typedef {object} ChannelStatus
 * @property {"apns" | "webpush" | "events" | "email" | "sms" | "call" | "webhook"} channel
 * @property {string} [origin] the gateway, where a channel has several
 * @property {boolean} configured
 * @property {number} troubleSeconds for how long nothing has got through; 0 where no trouble is known
 * @property {number} waiting deliveries that may be sent and are not yet
 *
 * @typedef {object} LetterStatus
 * @property {number} waiting letters and text messages that wait
 * @property {number} [oldestSeconds] how long the oldest of them has waited
 * @property {{ used: number, limit: number }} [smsSegments] of today (UTC)
 * @property {{ made: number, limit: number }} [calls] of today (UTC)
 *
 * @typedef {object} Counts
 * @property {number} people
 * @property {number} devices
 * @property {number} silentDevices
 * @property {number} pairs
 * @property {number} circles families and care circles
 * @property {number} pendingAlarms
 * @property {number} watchedCheckIns
 * @property {number} contacts
 * @property {number} listeners
 *
 * @typedef {import("../../types/app.js").Status & {
 *     at?: string, version?: string, channels?: ChannelStatus[], letters?: LetterStatus, counts?: Partial<Counts>,
 * }} OperatorStatus
 */

/**
 * The counts in the order in which they are shown.
 * @type {(keyof Counts)[]}
 */
export const countNames = [
    "people", "devices", "silentDevices", "pairs", "circles", "pendingAlarms", "watchedCheckIns", "contacts",
    "listeners",
];
