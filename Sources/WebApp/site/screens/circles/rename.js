/** What a circle calls the reader. */

import { alertUser } from "../../frame/announce.js";
import { t } from "../../frame/language.js";
import { button, work } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";

/**
 * A form for one's own name in a circle; closed until it is asked for.
 * @param {import("../../types/app.js").App} app
 * @param {import("../../types/app.js").CircleView} circle
 * @param {import("../../types/app.js").CircleMember} member
 * @param {{ name: string | null }} view what was typed; null while the form is closed
 * @param {() => void} refresh
 */
export function renameForm(app, circle, member, view, refresh) {
    if (view.name === null) {
        return button(t("family.rename"), () => {
            view.name = member.displayName ?? "";
            refresh();
        }, { kind: "quiet", key: "rename" });
    }
    const save = async () => {
        const name = view.name?.trim();
        if (name) await app.changeMember(circle.circleId, member.personId, { displayName: name });
        view.name = null;
        refresh();
    };
    return form((event) => void work(event, save, alertUser),
        field({
            id: "my-name", label: t(`${circle.kind}.create.myName`), value: view.name, maxLength: 64, focus: true,
            onInput: (name) => {
                view.name = name;
                refresh();
            },
        }),
        button(t("contacts.save"), () => {}, { submit: true }));
}
