import { dateIn } from "../../frame/time.js";

/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {"unanswered" | "acknowledged" | "cancelled" | "held"} Outcome */

/**
 * The outcomes of alerts, the lowest part of a column first.
 * @type {Outcome[]}
 */
export const outcomes = ["unanswered", "acknowledged", "cancelled", "held"];

/**
 * How an alert ended, as the chart counts it; one that nobody has answered yet counts as unanswered.
 * @param {CareAlert} alert
 * @returns {Outcome}
 */
export function outcomeOf(alert) {
    if (alert.state === "acknowledged" || alert.state === "held") return alert.state;
    return alert.state === "cancelled" || alert.state === "ended" ? "cancelled" : "unanswered";
}

/**
 * Alerts counted by day and outcome, the oldest day first, days without any among them.
 * @param {CareAlert[]} alerts
 * @param {{ now: number, zone: string, days: number }} span
 * @returns {{ day: string, counts: Record<Outcome, number>, total: number }[]}
 */
export function countByDay(alerts, { now, zone, days }) {
    const columns = lastDays(dateIn(now, zone), days).map((day) => ({
        day, counts: { unanswered: 0, acknowledged: 0, cancelled: 0, held: 0 }, total: 0,
    }));
    const byDay = new Map(columns.map((column) => [column.day, column]));
    for (const alert of alerts) {
        const column = byDay.get(dateIn(alert.at, zone));
        if (!column) continue;
        column.counts[outcomeOf(alert)] += 1;
        column.total += 1;
    }
    return columns;
}

/**
 * The rectangles of a column chart, in the units of its view box, with the lines of its scale.
 * @param {ReturnType<typeof countByDay>} columns
 * @param {{ width: number, height: number, left: number, right: number, bottom: number, top: number }} frame
 * @returns {{ bars: { x: number, y: number, width: number, height: number, outcome: Outcome, day: string }[],
 *     lines: { y: number, count: number }[] }}
 */
export function layOut(columns, { width, height, left, right, bottom, top }) {
    const most = Math.max(1, ...columns.map((column) => column.total));
    const step = Math.ceil(most / 4);
    const scale = Math.ceil(most / step) * step;
    const floor = height - bottom;
    const unit = (floor - top) / scale;
    const pitch = (width - left - right) / columns.length;
    const bars = columns.flatMap((column, index) => {
        let y = floor;
        return outcomes.filter((outcome) => column.counts[outcome] > 0).map((outcome) => {
            const tall = column.counts[outcome] * unit;
            y -= tall;
            return { x: left + index * pitch + pitch * 0.15, y, width: pitch * 0.7, height: tall, outcome,
                day: column.day };
        });
    });
    const lines = [];
    for (let count = 0; count <= scale; count += step) lines.push({ y: floor - count * unit, count });
    return { bars, lines };
}

/**
 * The last days up to one, the oldest first; calendar days, whatever their length.
 * @param {string} day
 * @param {number} count
 */
function lastDays(day, count) {
    const end = Date.parse(`${day}T00:00:00Z`);
    return Array.from({ length: count }, (_, index) => {
        return new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    });
}
