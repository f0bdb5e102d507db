/** What a family or a care circle is called, for those who may change it. */

import { alertUser, toast } from "../../frame/announce.js";
import { t } from "../../frame/language.js";
import { button, work } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";

/**
 * A form for a circle's name.
 * @param {import("../../types/app.js").App} app
 * @param {import("../../types/app.js").CircleView} circle
 * @param {{ circleName: string | null }} view what was typed; null before
 * @param {() => void} refresh
 */
export function renameCircleForm(app, circle, view, refresh) {
    const name = (view.circleName ?? circle.name).trim();
    const save = async () => {
        if (!name || name === circle.name) return;
        await app.changeCircle(circle.circleId, { name });
        view.circleName = null;
        toast(t("saved"));
        refresh();
    };
    return form((event) => void work(event, save, alertUser),
        field({
            id: "circle-name", label: t(`${circle.kind}.create.name`), value: view.circleName ?? circle.name,
            maxLength: 64,
            onInput: (value) => {
                view.circleName = value;
                refresh();
            },
        }),
        button(t("circle.rename"), () => {}, { submit: true, disabled: !name || name === circle.name }));
}
