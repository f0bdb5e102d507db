/** Why somebody is not asked whether they want messages, and when they can be. */

import { explain, t, waiting } from "../../frame/language.js";
import { channels, isHeldUp } from "./channels.js";

/** @typedef {import("../../types/app.js").ContactView} ContactView */

/** For how long after a question the relay asks nobody again, in milliseconds, unless its operator chose another time. */
const PAUSE = 3_600_000;

/**
 * Why a contact is not asked again.
 * @param {any} problem @param {ContactView} view as the relay told of them last
 * @param {number} now by the relay's clock
 */
export function askingRefusal(problem, view, now) {
    const { name } = view.contact;
    if (isStopped(problem)) return t("contacts.ask.stopped", { name });
    if (problem?.kind === "rate-limited" && view.consent !== "unsubscribed" && now - Date.parse(view.since) < PAUSE) {
        return t("contacts.askedLately", { name, wait: waiting(problem.retryAfter) });
    }
    if (problem?.kind !== "conflict" || view.consent === "unsubscribed") return explain(problem);
    const unanswered = channels(view).filter((way) => way.medium !== "webhook" && !way.agreed);
    if (unanswered.length === 0) return t("contacts.ask.answered", { name });
    return t(unanswered.every(isHeldUp) ? "contacts.ask.inVain" : "contacts.ask.waiting", { name });
}

/**
 * Why a number of the reader's own is not asked; null where that has to do with nothing that is known of it.
 * @param {any} problem @param {ContactView | null | undefined} known as the relay has it
 * @param {{ phone: string, calls: boolean }} request what was asked for
 * @param {number} now by the relay's clock
 */
export function ownNumberRefusal(problem, known, { phone, calls }, now) {
    if (isStopped(problem)) return t("care.phone.refuses");
    if (problem?.kind !== "rate-limited" || known?.contact.phone !== phone) return null;
    if (!calls && now - Date.parse(known.since) >= PAUSE) return null;
    return t("care.phone.askedLately", { wait: waiting(problem.retryAfter) });
}

/**
 * Whether an address is not asked because whoever is reached there has stopped messages: a refusal that names it.
 * @param {any} problem
 */
export function isStopped(problem) {
    return problem?.kind === "conflict" && ["/email", "/phone"].includes(problem.pointer);
}
