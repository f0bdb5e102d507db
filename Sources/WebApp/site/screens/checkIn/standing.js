
/**
 * How a check-in stands, in terms of what to say about it.
 * @typedef {{ tone: "well" | "soon" | "late" | "still", key: string, due: number | null }} Standing
 */

const hour = 3600_000;

/**
 * What became of telling the contacts, by the relay's word for it.
 * @type {Record<string, string>}
 */
const tellingKeys = {
    nobody: "checkIn.state.nobodyTold", waiting: "checkIn.state.waitingToTell", partly: "checkIn.state.partlyTold",
    told: "checkIn.state.told", failed: "checkIn.state.noneTold",
};

/**
 * The same where no server has said that it took a message, and one may have arrived.
 * @type {Record<string, string>}
 */
const uncertainKeys = { waiting: "checkIn.state.mayBeTold.waiting", failed: "checkIn.state.mayBeTold" };

/**
 * The standing of a check-in. The relay's word alone tells that contacts were told; what has passed without the relay
 * being heard is said to be unknown.
 * @param {import("../../types/app.js").CheckInReport | null} report
 * @param {{ heard: boolean, now: number }} circumstances whether the relay is heard, and the relay's clock
 * @returns {Standing}
 */
export function standing(report, { heard, now }) {
    if (!report || report.state === "off") return { tone: "still", key: "checkIn.state.off", due: null };
    if (report.state === "new") return { tone: "still", key: "checkIn.state.new", due: null };
    if (report.state === "paused") {
        return { tone: "still", key: "checkIn.state.paused", due: time(report.plan.pausedUntil) };
    }
    const deadline = time(report.contactsDue ?? report.due);
    if (report.state === "expired" || report.state === "escalated") {
        // An earlier relay does not say what became of telling them.
        const outcome = report.telling?.outcome ?? (report.contacts > 0 ? "unknown" : "nobody");
        const key = isUncertain(report) ? uncertainKeys[outcome] : tellingKeys[outcome];
        return { tone: "late", key: key ?? "checkIn.state.passed", due: deadline };
    }
    if (deadline !== null && deadline <= now) {
        return { tone: "late", key: heard ? "checkIn.state.passed" : "checkIn.state.passedUnheard", due: deadline };
    }
    const due = time(report.due);
    if (report.state === "due" || (due !== null && due <= now)) {
        return { tone: "soon", key: "checkIn.state.reminded", due: deadline };
    }
    if (mayHaveTold(report)) {
        return { tone: "soon", key: isUncertain(report) ? "checkIn.state.mayAwait" : "checkIn.state.awaited", due };
    }
    const isSoon = report.state === "warning" || (due !== null && due - now <= firstWarning(report) && !isGentle(report));
    return { tone: isSoon ? "soon" : "well", key: isSoon ? "checkIn.state.soon" : "checkIn.state.well", due };
}

/**
 * Whether some contact was told of a deadline, or may have been, and has not heard since that the person is back.
 * @param {import("../../types/app.js").CheckInReport} report
 */
export function mayHaveTold(report) {
    return ["told", "partly"].includes(report.telling?.outcome ?? "") || isUncertain(report);
}

/**
 * Whether no server has said that it took a message to a contact, and one may have arrived all the same.
 * @param {import("../../types/app.js").CheckInReport} report
 */
export function isUncertain({ telling }) {
    return !!telling && telling.outcome in uncertainKeys && telling.messages.some((message) => message.mayHaveArrived);
}

/**
 * How long before the deadline the first warning comes, in ms: not in the first half of the threshold, save the last one.
 * @param {import("../../types/app.js").CheckInReport} report
 * @returns {number}
 */
export function firstWarning(report) {
    const threshold = (report.plan.threshold ?? 24 * 3600) * 1000;
    return [3 * hour, 2 * hour, hour].find((ahead) => ahead * 2 <= threshold) ?? hour / 4;
}

/**
 * What happens when no check-in comes, step by step, the earliest first. Nobody is told where no contact can be written
 * to, and nobody again once a contact has reached the person, nor by the gentle kind.
 * @param {import("../../types/app.js").CheckInReport} report
 * @returns {{ key: string, at: number }[]}
 */
export function stepsWhenMissed(report) {
    const due = time(report.due);
    const deadline = time(report.contactsDue ?? report.due);
    if (due === null || deadline === null) return [];
    const first = isGentle(report)
        ? { key: "checkIn.missed.remind", at: due }
        : { key: "checkIn.missed.warn", at: due - firstWarning(report) };
    if (!tellsSomebody(report)) return [first, { key: "checkIn.missed.overdue", at: deadline }];
    return [
        first,
        { key: "checkIn.missed.tell", at: deadline },
        ...(report.telling?.reached || isGentle(report) ? []
            : [{ key: "checkIn.missed.again", at: deadline + 24 * hour }]),
    ];
}

/**
 * How many of the contacts who have agreed the relay has no way to write to at present, and out of how many; null where
 * it can write to all of them. An earlier relay does not say.
 * @param {import("../../types/app.js").CheckInReport | null} report
 * @returns {{ count: number, all: number } | null}
 */
export function unreachable(report) {
    const all = report?.contacts ?? 0;
    const count = all - (report?.reachable ?? all);
    return count > 0 ? { count, all } : null;
}

/**
 * Whether anybody would be told at present.
 * @param {import("../../types/app.js").CheckInReport} report
 */
export function tellsSomebody(report) {
    return (report.reachable ?? report.contacts) > 0;
}

/**
 * Why nobody would be told where no contact has agreed. Those who were asked are to be reminded of the message only
 * where it can have come, and a relay that can ask nobody says so.
 * @param {import("../../types/app.js").CheckInReport} report
 * @param {number} named how many contacts there are
 * @param {number} asked how many of them have not answered
 */
export function nobodyKey(report, named, asked) {
    // An earlier relay does not say by what it can ask anybody.
    const canAsk = report.ways?.some((way) => way !== "webhook") ?? true;
    if (named === 0) return canAsk ? "checkIn.missed.noContacts" : "checkIn.missed.noWay";
    if (asked === 0) return "checkIn.missed.nobody";
    return hindrances(report).length > 0 ? "checkIn.missed.nobodyYet.waiting" : "checkIn.missed.nobodyYet";
}

/**
 * By what something waits that is for contacts, what they are asked included. An earlier relay does not say.
 * @param {import("../../types/app.js").CheckInReport} report
 * @returns {import("../contacts/lack.js").Hindrance[]}
 */
export function hindrances({ unreached, delayed, waiting }) {
    const media = /** @type {const} */ (["email", "sms", "webhook"]);
    return media.map((medium) => ({
        medium, unreached: unreached?.includes(medium) ?? false,
        delay: delayed?.find((one) => one.medium === medium) ?? null,
        waiting: medium !== "webhook" && (waiting?.includes(medium) ?? false),
    })).filter((one) => one.unreached || one.delay || one.waiting);
}

/**
 * What is said of the letters of a rehearsal.
 * @param {import("../../types/app.js").Rehearsal} rehearsal
 */
export function rehearsalKey({ letters, unreached }) {
    if (letters.length > 0) return "checkIn.rehearse.letters";
    return unreached?.length ? "checkIn.rehearse.noWay" : "checkIn.rehearse.none";
}

/**
 * Where the last check-in is: at the relay, waiting here for the network, or refused.
 * @param {{ at: number, sent: "now" | "queued" | "failed" } | null} attempt the last tap on this page's button
 * @param {import("../../types/app.js").CheckInReport | null} report
 * @returns {{ key: string, at: number | null }}
 */
export function sending(attempt, report) {
    const last = time(report?.history[0]?.at);
    if (attempt?.sent === "failed") return { key: "checkIn.sent.failed", at: attempt.at };
    if (report?.queued) return { key: "checkIn.sent.queued", at: attempt?.at ?? null };
    if (attempt?.sent === "now") return { key: "checkIn.sent.now", at: attempt.at };
    if (attempt && last !== null && last >= attempt.at - 60_000) return { key: "checkIn.sent.now", at: last };
    return last === null ? { key: "checkIn.sent.never", at: null } : { key: "checkIn.sent.last", at: last };
}

/**
 * When the person has asked for more time, where the present deadline is the one that they put off; null otherwise.
 * @param {import("../../types/app.js").CheckInReport} report
 */
export function putOffAt({ snoozedAt, snoozes, history }) {
    if (snoozes === 0) return null;
    const last = time(snoozedAt?.[0]);
    const checkIn = time(history[0]?.at);
    return last === null || (checkIn !== null && checkIn > last) ? null : last;
}

/**
 * Whether a plan reminds first and tells contacts a day later.
 * @param {import("../../types/app.js").CheckInReport} report
 */
export function isGentle(report) {
    return report.plan.kind === "gentle";
}

/** @param {string | undefined} instant */
function time(instant) {
    return instant === undefined ? null : Date.parse(instant);
}
