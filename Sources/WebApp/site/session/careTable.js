// The history of a care circle as a table (RFC 4180): as the relay writes it, and with the notes, which only a device
// can open.

/** @typedef {import("../types/app.js").CareAlert} CareAlert */

const COLUMNS = [
    "alert", "kind", "reading (mg/dL)", "state", "held", "at", "due", "latitude", "longitude", "ended at", "ended by",
    "told person", "told name", "told by", "told at", "told outcome", "place as of", "resolved at", "resolved by",
    "helper gone at", "continues alert", "notes",
];

/**
 * One line for each time that somebody was told, and one for an alert about which nobody was.
 * @param {CareAlert[]} alerts
 * @param {(personId: string) => string} nameOf
 */
export function careTable(alerts, nameOf) {
    const lines = alerts.flatMap((alert) => {
        const first = [
            plain(alert.alertId), alert.kind, alert.reading, alert.state, alert.held, alert.at, alert.due,
            alert.place?.latitude, alert.place?.longitude, alert.endedAt, plain(alert.endedBy),
        ];
        const notes = alert.notes.map((note) => `${nameOf(note.from)}: ${note.verified && note.text !== null
            ? note.text : "?"}`).join("; ");
        const last = [
            alert.placeAt, alert.resolvedAt, plain(alert.resolvedBy), alert.leftAt, plain(alert.continues),
            plain(notes),
        ];
        if (alert.told.length === 0) return [[...first, "", "", "", "", "", ...last]];
        return alert.told.map((told) => [...first, plain(told.personId), plain(told.name), told.by, told.at,
            told.outcome, ...last]);
    });
    return [COLUMNS, ...lines].map((line) => `${line.map(field).join(",")}\r\n`).join("");
}

/** @param {string | number | undefined} value */
function field(value) {
    const text = String(value ?? "");
    return /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A text that no spreadsheet takes for a formula; an apostrophe before it, which spreadsheets do not show, prevents that.
 * @param {string | undefined} text
 */
function plain(text) {
    return text !== undefined && /^[ \u00a0]*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
