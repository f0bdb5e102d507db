// How a person comes in, and how they leave.

import { firstState } from "./firstState.js";
import { goOn } from "./lifecycle.js";
import { loadEverything } from "./loading.js";
import { deleteMe, forgetHere } from "./me.js";
import { claimInvite } from "./pairing.js";
import { enrolHere } from "./registering.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/** @param {SessionCore} core @param {string} code @param {string} name */
export async function enrol(core, code, name) {
    await enrolHere(core, code, name);
    await loadEverything(core);
    await goOn(core);
}

/** @param {SessionCore} core @param {string} text @param {string} name @returns {Promise<any>} */
export async function claim(core, text, name) {
    const isNew = core.state.phase !== "ready";
    try {
        return await claimInvite(core, text, name);
    } finally {
        // A device that has registered with the code stays registered, whatever becomes of the invite.
        if (isNew && await core.store.profile()) {
            await loadEverything(core);
            await goOn(core);
        }
    }
}

/**
 * Nothing is here any more.
 * @param {SessionCore} core
 */
function forgetState(core) {
    core.stopLeading();
    const { settings } = core.state;
    core.set({ ...firstState(), settings, push: core.state.push, phase: "welcome" });
}

/** @param {SessionCore} core */
export async function startOver(core) {
    await forgetHere(core);
    forgetState(core);
}

/** @param {SessionCore} core @param {string | null} [heir] as for `deleteMe` */
export async function deleteEverything(core, heir) {
    await deleteMe(core, heir);
    forgetState(core);
}

/** @param {SessionCore} core @param {string} id */
export async function removeDevice(core, id) {
    const isSelf = core.state.me?.deviceId === id;
    await core.journal.change({ kind: "step", about: id, method: "DELETE", target: `/v1/devices/${id}` });
    if (isSelf) await startOver(core);
    else await core.refresh(["devices"]);
}
