// What became of alarms and the rest, kept until a person takes it off the list.

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("../types/app.js").News} News */
/** @typedef {import("../types/app.js").CircleView} CircleView */

const mostNews = 50;

/**
 * @param {Store} store
 * @param {import("./incoming.js").Reception} reception
 * @param {number} now ms by the relay's clock
 * @returns {Promise<News>}
 */
export async function keepNews(store, reception, now) {
    const { push, opened } = reception;
    const sent = await store.get("alarms", push.id);
    const pair = sent?.pairId ? await store.get("pairs", sent.pairId) : null;
    /** @type {News} */
    const news = {
        id: `${push.id}.${push.stage}.${push.revision}`, at: new Date(now).toISOString(), stage: push.stage,
        alarmId: push.id, revision: push.revision, pairId: pair ? pair.pairId : opened.pairId,
        title: push.words?.title ?? null,
        text: opened.reply?.text ?? newsWords(push, opened.words.text),
        name: pair ? pair.name ?? pair.known?.partnerName ?? null : opened.senderName,
    };
    const old = (await store.all("news")).sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
    await store.write([
        { area: "news", put: news },
        ...old.slice(mostNews - 1).map((one) => /** @type {const} */ ({ area: "news", remove: one.id })),
    ]);
    if (sent?.direction === "theirs" && opened.reply?.text) {
        await store.update("alarms", push.id, (known) => known && { ...known, reply: opened.reply?.text ?? null });
    }
    return news;
}

/**
 * The words of people, unless the relay says them already as the title, and what the relay says has happened.
 * @param {PA1.AlarmPush} push @param {string | undefined} said @returns {string | null}
 */
function newsWords({ words }, said) {
    const lines = [said === words?.title ? undefined : said, words?.body].filter(Boolean);
    return lines.length > 0 ? lines.join("\n") : null;
}

/**
 * What somebody else changed of the reader's own place in circles: they are in one no more, are a parent now, or are
 * told of more alerts, or sooner.
 *
 * @param {CircleView[]} former
 * @param {CircleView[]} present
 * @param {number} now ms by the relay's clock
 * @returns {News[]}
 */
export function circleNews(former, present, now) {
    return former.flatMap((before) => {
        const stage = placeChange(before, present.find((one) => one.circleId === before.circleId));
        return stage === null ? [] : [{
            id: `${before.circleId}.${stage}`, at: new Date(now).toISOString(), stage, alarmId: "", pairId: null,
            title: null, text: null, name: before.name,
        }];
    });
}

/** @param {CircleView} before @param {CircleView | undefined} after */
function placeChange(before, after) {
    if (!after) return "circle-left";
    const [was, is] = [before, after].map((circle) => circle.members.find((member) => member.self));
    if (!was || !is) return null;
    if (is.role === "parent" && was.role !== "parent") return "made-parent";
    const more = (is.permissions ?? []).some((one) => one.startsWith("alert.") && !was.permissions?.includes(one));
    const sooner = is.priority !== undefined && was.priority !== undefined && is.priority < was.priority;
    return was.permissions && (more || sooner) ? "told-more" : null;
}
