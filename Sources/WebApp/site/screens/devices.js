/** The devices of the user, and whether each can be rung. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { reason, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { go, href } from "../frame/router.js";
import { day, ownZone } from "../frame/time.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/button.js";
import { card, cards, note } from "../parts/card.js";
import { ask } from "../parts/dialog.js";
import { screen } from "../parts/screen.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Device} Device */

/** @param {App} app */
export function render(app) {
    return live(app, () => screen({
        title: t("devices.title"), back: ["more"], lead: t("devices.lead"),
        primary: button(t("devices.link"), () => go("pair", "new", "device"), { kind: "primary", sign: "plus" }),
    },
    cards(...app.state.devices.map((device) => deviceCard(app, device))),
    note("info", t("devices.removedKeys"))));
}

/** @param {App} app @param {Device} device */
function deviceCard(app, device) {
    const platform = ["apns", "webpush", "events"].includes(device.platform) ? device.platform : "other";
    const { push } = app.state;
    const hears = device.reachable && !(device.self && platform === "webpush" && !push.subscribed);
    return card({ title: t(device.self ? "devices.self" : `devices.${platform}`), sign: "device",
        key: device.deviceId },
        h("p", null, device.self && `${t(`devices.${platform}`)} · `,
            t("devices.since", { day: day(device.since, ownZone(), app.relayNow) })),
        platform === "events" ? badge("waiting", t("devices.onlyOpen"))
            : hears ? badge("good", t("devices.reachable")) : badge("bad", t("devices.unreachable")),
        device.self && push.trouble && note("warning", reason(push.trouble)),
        device.self && (!push.subscribed || push.trouble)
            && linkButton(t("tonight.mend"), href("welcome", "notifications")),
        !device.self && button(t("devices.remove"), () => remove(app, device), { kind: "danger", sign: "trash" }));
}

/** @param {App} app @param {Device} device */
async function remove(app, device) {
    const sure = await ask({
        title: t("devices.removeAsk"), text: t("devices.removeText"), action: t("devices.remove"), danger: true,
    });
    if (!sure) return;
    await app.removeDevice(device.deviceId);
    toast(t("devices.removed"));
}
