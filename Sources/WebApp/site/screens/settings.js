/** Language, look, name, a test ring, and one's data. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { href } from "../frame/router.js";
import { button } from "../parts/button.js";
import { card, rowLink } from "../parts/card.js";
import { openDialog } from "../parts/dialog.js";
import { choice, field } from "../parts/field.js";
import { screen } from "../parts/screen.js";
import { lossWarnings } from "./care/leaving.js";
import { handOver } from "./circles/departing.js";
import { familyOf, isParent, selfIn } from "./circles/people.js";

/** @typedef {import("../types/app.js").App} App */

/** @param {App} app */
export function render(app) {
    let name = app.state.me?.name ?? "";
    return live(app, (refresh) => {
        const { settings, me } = app.state;
        return screen({ title: t("settings.title"), back: ["more"] },
            choice({
                id: "language", legend: t("settings.language"), value: settings.language,
                onChange: (value) => app.setLanguage(value),
                options: [
                    { value: "auto", label: t("settings.auto") }, { value: "en", label: "English" },
                    { value: "zh-Hant", label: "繁體中文" }, { value: "zh-Hans", label: "简体中文" },
                ],
            }),
            choice({
                id: "theme", legend: t("settings.theme"), value: settings.theme,
                onChange: (value) => app.setTheme(value),
                options: [
                    { value: "auto", label: t("settings.auto") }, { value: "light", label: t("settings.light") },
                    { value: "dark", label: t("settings.dark") },
                ],
            }),
            h("h2", null, t("settings.name")),
            field({
                id: "my-name", label: t("name.label"), hint: t("settings.nameHint"), value: name, maxLength: 60,
                onInput: (value) => {
                    name = value;
                    refresh();
                },
            }),
            button(t("settings.nameSave"), async () => {
                await app.setMyName(name.trim());
                toast(t("saved"));
            }, { disabled: !name.trim() || name.trim() === me?.name }),
            h("h2", null, t("settings.ringing")),
            rowLink(href("welcome", "notifications"), t("settings.notifications"), { sign: "bell" }),
            rowLink(href("welcome", "test"), t("settings.test"), { sign: "sound" }),
            rowLink(href("consent"), t("settings.consent"), { sign: "people", detail: t("settings.consentDetail") }),
            h("h2", null, t("settings.data")),
            rowLink(href("calendar"), t("calendar.title"), { sign: "link", detail: t("calendar.detail") }),
            privacy(),
            button(t("settings.export"), () => exportAll(app), { sign: "down" }),
            button(t("settings.delete"), () => deleteAll(app), { kind: "danger", sign: "trash" }));
    });
}

function privacy() {
    const lines = (/** @type {string} */ prefix, /** @type {number} */ count) =>
        h("ul", { class: "reasons" }, ...Array.from({ length: count },
            (_, index) => h("li", null, t(`${prefix}.${index + 1}`))));
    return card({ title: t("privacy.title"), level: 3, sign: "lock" },
        h("h4", null, t("privacy.sealed")), lines("privacy.sealed", 3),
        h("h4", null, t("privacy.read")), lines("privacy.read", 5),
        h("h4", null, t("privacy.others")), lines("privacy.others", 3));
}

/** @param {App} app */
async function exportAll(app) {
    const address = URL.createObjectURL(await app.exportMe());
    const link = h("a", { href: address, download: "reveille-export.json" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    toast(t("settings.exported"));
}

/** @param {App} app */
async function deleteAll(app) {
    const word = t("settings.deleteWord");
    const family = familyOf(app);
    const ends = family && family.members.length > 1 && isParent(family)
        && family.members.filter((one) => one.role === "parent").length === 1;
    const passing = family && handOver(app, family, selfIn(family)?.personId);
    let typed = "";
    const sure = await openDialog((close) => {
        const go = button(t("settings.deleteDo"), () => {
            if (typed.trim().toLowerCase() === word.toLowerCase()) close(true);
            else document.getElementById("delete-error")?.removeAttribute("hidden");
        }, { kind: "danger" });
        return [
            h("h2", { id: "dialog-title" }, t("settings.deleteAsk")),
            h("p", null, t("settings.deleteText")),
            ends && h("p", { class: "error" }, t("settings.deleteFamily", { family: family.name })),
            passing?.content,
            ...lossWarnings(app).map((said) => h("p", { class: "error" }, said)),
            field({ id: "delete", label: t("settings.deleteType", { word }), value: "", capitalize: "none",
                onInput: (value) => {
                typed = value;
            } }),
            h("p", { class: "error", role: "alert", id: "delete-error", hidden: true },
                t("settings.deleteType", { word })),
            h("div", { class: "actions" }, go, button(t("cancel"), () => close(false))),
        ];
    }, false);
    if (sure) await app.deleteMe(passing?.heir() ?? null);
}
