// What became of alarms and the rest, kept until a person takes it off the list.

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("../types/app.js").News} News */

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
        alarmId: push.id, pairId: pair ? pair.pairId : opened.pairId, title: push.words?.title ?? null,
        text: opened.reply?.text ?? opened.words.text ?? push.words?.body ?? null,
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
