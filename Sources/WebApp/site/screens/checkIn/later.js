/** More time: putting the deadline off by a day, and vacation. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dateAfter, dateIn, dayAndTime, instantOf } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";
import { work } from "../../parts/button.js";
import { alertUser } from "../../frame/announce.js";
import { circumstances, readersZone } from "../following.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CheckInReport} CheckInReport */

/** @param {App} app @param {import("../checkIn.js").CheckInScreen} view @param {CheckInReport} report */
export function drawLater(app, view, report) {
    const isPaused = report.state === "paused";
    return h("details", { class: "more", key: "later", open: isPaused },
        h("summary", null, h("h2", null, t("checkIn.later.title"))),
        report.due !== undefined && !isPaused && h("div", { class: "offer" },
            button(t("checkIn.snooze.button"), () => putOff(app), { sign: "clock" }),
            h("p", { class: "detail" }, t("checkIn.snooze.text"))),
        h("h3", null, t("checkIn.vacation.title")),
        isPaused
            ? button(t("checkIn.vacation.end"), () => app.setPlan({ ...report.plan, pausedUntil: undefined }))
            : drawVacation(app, view, report));
}

/** @param {App} app */
async function putOff(app) {
    await app.snoozeCheckIn();
    const due = app.state.checkIn?.due;
    if (due) toast(t("checkIn.snooze.done", { time: dayAndTime(due, readersZone(app), app.relayNow) }));
}

/** @param {App} app @param {import("../checkIn.js").CheckInScreen} view @param {CheckInReport} report */
function drawVacation(app, view, report) {
    const zone = readersZone(app);
    const today = dateIn(circumstances(app).now, zone);
    const draft = view.drafts.vacation ?? (view.drafts.vacation = { until: dateAfter(today, 7), error: null });
    const start = async () => {
        const { until } = draft;
        draft.error = until > today && until <= dateAfter(today, 365) ? null : t("checkIn.vacation.past");
        view.refresh();
        if (draft.error) return;
        await app.setPlan({ ...report.plan, pausedUntil: instantOf(until, "00:00", zone).toISOString() });
    };
    return form((event) => void work(event, start, alertUser),
        field({
            id: "vacation-until", label: t("checkIn.vacation.until"), hint: t("checkIn.vacation.text"), type: "date",
            value: draft.until, min: dateAfter(today, 1), max: dateAfter(today, 365), error: draft.error,
            onInput: (value) => {
                draft.until = value;
                view.refresh();
            },
        }),
        button(t("checkIn.vacation.start"), () => {}, { submit: true }));
}
