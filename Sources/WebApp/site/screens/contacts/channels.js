/**
 * A way to a contact and its true state.
 * @typedef {"email" | "sms" | "webhook"} Medium
 * @typedef {"asked" | "agreed" | "refused" | "returned" | "waits"} ChannelState
 * @typedef {{ medium: Medium, address: string, state: ChannelState, agreed: boolean,
 *     reason: string | null, at: string | null, unreached: boolean,
 *     delay: import("../../types/app.js").MediumDelay | null, waiting: boolean, uncertain: boolean }} Channel
 *     `unreached`: the relay can send nothing there at present; `delay`: nothing gets through there of late; what is
 *     for it waits then; `waiting`: the message that asks has yet to go out; `uncertain`: the last may have arrived
 */

/**
 * The ways to a contact, each with its true state: a letter that came back outweighs an agreement.
 * @param {import("../../types/app.js").ContactView} view
 * @returns {Channel[]}
 */
export function channels(view) {
    /** @type {[Medium, string | undefined][]} */
    const ways = [["email", view.contact.email], ["sms", view.contact.phone], ["webhook", view.contact.webhook]];
    return ways.flatMap(([medium, address]) => (address ? [channel(medium, address, view)] : []));
}

/**
 * What a contact would get if a check-in were missed now.
 * @param {import("../../types/app.js").ContactView} view
 * @returns {"told" | "delayed" | "unwritable" | "doubtful" | "asked" | "refused"}
 */
export function reach(view) {
    if (view.consent === "unsubscribed") return "refused";
    const agreed = channels(view).filter((way) => way.agreed);
    if (agreed.length === 0) return "asked";
    const good = agreed.filter((way) => way.state === "agreed");
    if (good.length === 0) return "doubtful";
    if (good.some((way) => !isHeldUp(way))) return "told";
    return good.some((way) => !way.unreached) ? "delayed" : "unwritable";
}

/**
 * Whether what is for a way waits: the relay can send nothing by it, or nothing gets through.
 * @param {Channel} way
 */
export function isHeldUp(way) {
    return way.unreached || way.delay !== null;
}

/**
 * Whether a question waits at every address at which a contact is asked.
 * @param {import("../../types/app.js").ContactView} view
 */
export function asksInVain(view) {
    return channels(view).every((way) => way.medium === "webhook" || isHeldUp(way));
}

/**
 * Whether the number is to be called, and whoever has it has not agreed to that by a text message yet.
 * @param {import("../../types/app.js").ContactView} view
 */
export function waitsForCalls(view) {
    return view.consent !== "unsubscribed" && !!view.contact.calls && !(view.agreed ?? []).includes("call");
}

/**
 * @param {Medium} medium
 * @param {string} address
 * @param {import("../../types/app.js").ContactView} view
 * @returns {Channel}
 */
function channel(medium, address, view) {
    const trouble = view.trouble?.find((one) => one.medium === medium);
    const agreed = hasAgreed(medium, view);
    const unreached = view.unreached?.includes(medium) ?? false;
    const delay = view.delayed?.find((one) => one.medium === medium) ?? null;
    const waiting = medium !== "webhook" && (view.waiting?.includes(medium) ?? false);
    const base = {
        medium, address, agreed, reason: trouble?.reason ?? null, at: trouble?.at ?? view.since, unreached, delay,
        waiting, uncertain: trouble?.mayHaveArrived ?? false,
    };
    // Nothing is to be sent there, so that nothing waits either.
    if (view.consent === "unsubscribed") {
        return { ...base, agreed: false, state: "refused", unreached: false, delay: null, waiting: false };
    }
    if (trouble) return { ...base, state: "returned" };
    if (agreed) return { ...base, state: "agreed" };
    return { ...base, state: medium === "webhook" ? "waits" : "asked" };
}

/**
 * A webhook is the contact's own machine: it is called once they have agreed in any other way.
 * @param {Medium} medium
 * @param {import("../../types/app.js").ContactView} view
 */
function hasAgreed(medium, view) {
    if (view.consent !== "confirmed") return false;
    if (medium === "webhook") return true;
    return view.agreed ? view.agreed.includes(medium) : false;
}
