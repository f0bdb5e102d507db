import { currentLanguage, list } from "../../frame/language.js";
import { weekdays } from "../../frame/time.js";

/**
 * How a reminder repeats, as a words key and its values.
 * @param {{ days: string[], interval?: number, time: string }} repeat
 * @returns {{ key: string, values: { days: string, time: string, count: number } }}
 */
export function repeatWords(repeat) {
    const style = repeat.days.length > 2 ? "short" : "long";
    const names = weekdays(style).filter(({ code }) => repeat.days.includes(code)).map(({ name }) => name);
    const days = currentLanguage() === "en" ? list(names) : names.join("、");
    const count = repeat.interval ?? 1;
    const values = { days, time: repeat.time.slice(0, 5), count };
    if (count > 1) return { key: "reminder.repeat.weeks", values };
    return { key: names.length === 7 ? "reminder.repeat.daily" : "reminder.repeat.weekly", values };
}

/**
 * The first date from a day on that is one of the chosen days of the week.
 * @param {string} from as in `2026-11-23`
 * @param {string[]} days
 */
export function firstDay(from, days) {
    const codes = weekdays("short").map(({ code }) => code);
    for (let ahead = 0; ahead < 7; ahead += 1) {
        const date = new Date(Date.parse(`${from}T00:00:00Z`) + ahead * 86_400_000);
        if (days.includes(codes[(date.getUTCDay() + 6) % 7])) return date.toISOString().slice(0, 10);
    }
    return from;
}
