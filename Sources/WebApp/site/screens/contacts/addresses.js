/** E-mail addresses and telephone numbers as people type them. */

import { t } from "../../frame/language.js";

/**
 * What is wrong with an address and a number, of which at least one is needed.
 * @param {{ email: string, phone: string }} typed
 * @returns {{ email: string | null, phone: string | null }}
 */
export function addressErrors(typed) {
    const email = typed.email.trim();
    const phone = plainPhone(typed.phone);
    return {
        email: email && !/^\S+@\S+$/.test(email) ? t("contacts.badEmail") : email || phone ? null
            : t("contacts.needsWay"),
        phone: phone && !/^\+\d{6,15}$/.test(phone) ? t("contacts.badPhone") : null,
    };
}

/**
 * A number without what people write between its digits.
 * @param {string} phone
 */
export function plainPhone(phone) {
    return phone.replace(/[\s().-]/g, "");
}
