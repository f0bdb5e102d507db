// What the relay has to know of this device: the language of its pushes, and the clocks where it is.

import { asProblem } from "../relay/problem.js";
import { languageToTell } from "./languages.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/**
 * Tells the relay of another language or time zone. An older relay knows no such call: it goes on with the former ones.
 * @param {SessionCore} core
 */
export async function tellDevice(core) {
    const profile = await core.store.profile();
    if (!profile) return;
    const timeZone = core.options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const locale = languageToTell(core);
    if (profile.timeZone === timeZone && profile.locale === locale) return;
    const body = { timeZone, locale };
    try {
        await core.journal.change({ kind: "step", about: "device", method: "PATCH", target: "/v1/devices/self", body });
    } catch (error) {
        if (![404, 405].includes(asProblem(error).status)) throw error;
    }
    await core.store.update("facts", "profile", (present) => present && { ...present, timeZone, locale });
    if (core.state.me) core.set({ me: { ...core.state.me, timeZone, locale } });
}
