/**
 * A way to a contact and its true state.
 * @typedef {"email" | "sms" | "webhook"} Medium
 * @typedef {"asked" | "agreed" | "refused" | "returned" | "waits"} ChannelState
 * @typedef {{ medium: Medium, address: string, state: ChannelState, agreed: boolean,
 *     reason: string | null, at: string | null }} Channel
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
 * @returns {"told" | "doubtful" | "asked" | "refused"}
 */
export function reach(view) {
    if (view.consent === "unsubscribed") return "refused";
    const agreed = channels(view).filter((way) => way.agreed);
    if (agreed.length === 0) return "asked";
    return agreed.some((way) => way.state === "agreed") ? "told" : "doubtful";
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
    const base = { medium, address, agreed, reason: trouble?.reason ?? null, at: trouble?.at ?? view.since };
    if (view.consent === "unsubscribed") return { ...base, agreed: false, state: "refused" };
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
