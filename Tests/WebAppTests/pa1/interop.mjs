/**
 * The web app's PA1 against a relay and devices of the command line:
 *
 *     REVEILLE_BINARY=.build/debug/reveille node --test Tests/WebAppTests/pa1/interop.mjs
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sealAlarm, sealReply } from "../../../Sources/WebApp/site/pa1/alarm.js";
import { formatInstant } from "../../../Sources/WebApp/site/pa1/instant.js";
import { timeOrderedId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { openMessage, openOwnMessage, openReply } from "../../../Sources/WebApp/site/pa1/opening.js";
import { openPush, readPush } from "../../../Sources/WebApp/site/pa1/push.js";
import { openMemberWords, sealCareNote, sealReminderWords } from "../../../Sources/WebApp/site/pa1/words.js";
import { PlainDevice } from "./interopDevice.mjs";
import { CommandLineHome } from "./interopProcesses.mjs";

const skip = process.env.REVEILLE_BINARY === undefined ? "REVEILLE_BINARY names no command" : false;
const options = { skip, timeout: 180_000 };
/** @type {CommandLineHome} */
let home;
/** @type {PlainDevice} */
let ana;

before(async () => {
    if (skip) return;
    home = new CommandLineHome(process.env.REVEILLE_BINARY, Number(process.env.REVEILLE_TEST_PORT ?? 21101));
    await home.serve();
    ana = new PlainDevice(home.relay, "Ana");
    await ana.enroll((await home.run(["enroll", "--quiet"])).trim());
});

after(async () => home?.end());

const spaceless = (match) => match[1].replace(" ", "");

/** Lets a command of the line enter a code, and gives the digits that it shows. */
async function enterAt(words, profile) {
    const command = home.start([...words, "--yes"], profile);
    return { command, digits: spaceless(await command.line(/Digits: (\d{3} \d{3})/)) };
}

test("a browser invites, and the command line accepts", options, async () => {
    let command;
    const pair = await ana.invitePartner(async ({ url }) => {
        const entered = await enterAt(["pair", "accept", url, "--name", "Ben"], "ben");
        command = entered.command;
        return entered.digits;
    });
    assert.equal(pair.partnerName, "Ben");
    assert.match(await command.output(), /Paired with “?Ana/);
});

test("the command line reads what the browser sealed, once and repeated", options, async () => {
    const soon = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    const [pair] = ana.pairs;
    const once = await sealAlarm(ana.vault, pair, { text: "Guten Morgen ☀️", time: formatInstant(soon) }, Date.now());
    const rule = { repeat: "byday=TU,MO;freq=weekly", timeZone: "UTC" };
    const monday = formatInstant(Date.UTC(2027, 0, 4, 7));
    const weekly = await sealAlarm(ana.vault, once.pair, { text: "Every week", time: monday, ...rule }, Date.now());
    const local = await sealAlarm(ana.vault, weekly.pair,
        { text: "By the clock", time: monday, writtenTime: "2027-01-04T07:00:00", ...rule }, Date.now());
    ana.pairs = [local.pair];
    for (const { request } of [once, weekly, local]) {
        assert.equal((await ana.call("POST", "/v1/alarms", request)).state, "scheduled");
    }
    const list = await home.run(["alarm", "list"], "ben");
    for (const words of ["Guten Morgen ☀️", "Every week", "By the clock"]) assert.ok(list.includes(words), list);
    const { alarms } = await ana.call("GET", "/v1/alarms");
    assert.equal(alarms.length, 3);
    for (const alarm of alarms) {
        const own = await openOwnMessage(ana.pairs[0], alarm.message, alarm.id);
        assert.ok(list.includes(own.text ?? "nothing"), JSON.stringify(own));
    }
    for (const { id } of alarms) await ana.call("DELETE", `/v1/alarms/${id}`);
});

test("a repeat of a lost request is answered as the first one was", options, async () => {
    const alarm = { text: "again", time: formatInstant(Date.now() + 3_600_000) };
    const { pair, request: body } = await sealAlarm(ana.vault, ana.pairs[0], alarm, Date.now());
    ana.pairs = [pair];
    const first = await ana.exchange("POST", "/v1/alarms", body);
    const { jti, iat } = first.request;
    const second = await ana.exchange("POST", "/v1/alarms", body, { jti, iat });
    assert.equal(second.answer.headers.get("Idempotent-Replay"), "true");
    assert.deepEqual(await second.answer.json(), await first.answer.json());
    const other = await ana.exchange("POST", "/v1/alarms", { ...body, ttl: 60 }, { jti, iat });
    assert.equal(other.answer.status, 409);
    await ana.call("DELETE", `/v1/alarms/${body.id}`);
});

test("the browser reads what the command line sealed, in a sync, a list and a ring, and replies", options, async () => {
    const sent = async (words, ...when) => {
        const accepted = JSON.parse(await home.run(["alarm", "send", words, ...when, "--json"], "ben"));
        return accepted.id;
    };
    const weekly = await sent("Jede Woche ⏰", "--at", "2027-01-04T07:30:00", "--zone", "Europe/Berlin", "--repeat",
        "FREQ=WEEKLY;BYDAY=MO,WE");
    const stream = await ana.exchange("GET", "/v1/events");
    const ringing = await sent("Steh auf", "--in", "2s");
    const { alarms: synced } = await ana.call("GET", "/v1/sync");
    const { alarms: listed } = await ana.call("GET", "/v1/alarms");
    const inSync = synced.find((alarm) => alarm.id === weekly);
    const opened = await openMessage(ana.vault, ana.pairs, inSync.message, inSync, Date.now());
    assert.deepEqual(opened.words, { text: "Jede Woche ⏰" });
    const inList = listed.find((alarm) => alarm.id === weekly);
    const reopened = await openMessage(ana.vault, ana.pairs, inList.message, { ...inList, listing: true }, Date.now());
    assert.deepEqual(reopened.words, { text: "Jede Woche ⏰" });
    const moved = await openMessage(ana.vault, ana.pairs, inSync.message, { ...inSync, id: ringing }, Date.now());
    assert.equal(moved.words.doubt, "other-alarm");

    const event = await eventWhere(stream.answer, (alarm) => alarm.id === ringing && alarm.stage === "ring");
    const known = { pairs: ana.pairs, circles: [], relay: ana.relay };
    const ring = await openPush(ana.vault, known, readPush({ alarm: event }), Date.now());
    assert.deepEqual([ring.words.text, ring.senderName], ["Steh auf", "Ben"]);
    const reply = await sealReply(ana.vault, ana.pairs[0], { id: ringing, time: event.time, text: "Bin wach" },
        Date.now());
    ana.pairs = [reply.pair];
    const at = formatInstant(Date.now());
    const receipt = { state: "acknowledged", revision: event.revision, at, reply: reply.sealed };
    assert.equal((await ana.call("POST", `/v1/alarms/${ringing}/receipts`, receipt)).state, "acknowledged");
    const shown = await home.run(["alarm", "show", ringing], "ben");
    assert.ok(shown.includes("Bin wach"), shown);
    assert.match(await home.run(["listen", "--once"], "ben"), /Ana has got “Steh auf”. Reply: “Bin wach”/);
});

test("the browser opens the command line's reply", options, async () => {
    const alarm = { text: "Frühstück", time: formatInstant(Math.floor(Date.now() / 1000) * 1000 + 2000) };
    const { pair, request } = await sealAlarm(ana.vault, ana.pairs[0], alarm, Date.now());
    ana.pairs = [pair];
    await ana.call("POST", "/v1/alarms", request);
    const heard = await home.run(["listen", "--answer", "got-it", "--reply", "Komme", "--once"], "ben");
    assert.ok(heard.includes("Frühstück"), heard);
    const { reply } = await ana.call("GET", `/v1/alarms/${request.id}`);
    const opened = await openReply(ana.vault, ana.pairs, reply, { id: request.id, pairId: pair.pairId }, Date.now());
    assert.deepEqual(opened.words, { text: "Komme" }, heard);
});

test("the command line invites, and a new browser accepts", options, async () => {
    const command = home.start(["pair", "new", "--name", "Cleo"], "cleo");
    const [, url] = await command.line(/Link: (\S+)/);
    const dan = new PlainDevice(home.relay, "Dan");
    await dan.claim(url, (digits) => command.type(`${digits.slice(0, 3)} ${digits.slice(3)}`));
    assert.match(await command.output(), /Paired with “?Dan/);
    assert.equal(dan.pairs[0].partnerName, "Cleo");
    await home.run(["alarm", "send", "Hallo Dan", "--in", "1h"], "cleo");
    const { alarms: [alarm] } = await dan.call("GET", "/v1/sync");
    const opened = await openMessage(dan.vault, dan.pairs, alarm.message, alarm, Date.now());
    assert.deepEqual(opened.words, { text: "Hallo Dan" });
});

test("a browser links a device of the command line, which reads its alarms", options, async () => {
    let command;
    const linked = await ana.inviteDevice(async ({ code }) => {
        const entered = await enterAt(["device", "join", code, "--name", "terminal"], "ana2");
        command = entered.command;
        return entered.digits;
    });
    assert.equal(linked.name, "terminal");
    await command.output();
    await home.run(["alarm", "send", "Für alle Geräte", "--in", "1h"], "ben");
    const list = await home.run(["alarm", "list"], "ana2");
    assert.ok(list.includes("Für alle Geräte"), list);
});

test("the command line links a browser, which reads and seals with the handed keys", options, async () => {
    const command = home.start(["device", "link"], "ben");
    const [, code] = await command.line(/Code: (\S+)/);
    const ben2 = new PlainDevice(home.relay, "Ben");
    await ben2.claim(code, (digits) => command.type(digits), "browser");
    await command.output();
    assert.equal(ben2.pairs[0].partnerName, "Ana");
    const alarm = { text: "Vom anderen Gerät", time: formatInstant(Date.now() + 7_200_000) };
    const { request } = await sealAlarm(ben2.vault, ben2.pairs[0], alarm, Date.now());
    await ben2.call("POST", "/v1/alarms", request);
    const { alarms } = await ana.call("GET", "/v1/sync");
    const synced = alarms.find((one) => one.id === request.id);
    const opened = await openMessage(ana.vault, ana.pairs, synced.message, synced, Date.now());
    assert.deepEqual(opened.words, { text: "Vom anderen Gerät" });
    assert.ok((await home.run(["alarm", "list"], "ben")).includes("Vom anderen Gerät"));
});

test("a family of browsers and the command line writes and reads reminders", options, async () => {
    const circleId = await ana.makeFamily("Hearth");
    const join = async (profile, name) => {
        let command;
        await ana.inviteMember(circleId, profile === "kim" ? "child" : "parent", async ({ code }) => {
            const entered = await enterAt(["circle", "join", code, "--name", name], profile);
            command = entered.command;
            return entered.digits;
        });
        await command.output();
    };
    await join("ben", "Ben");
    await join("kim", "Kim");
    const view = await ana.learn(circleId);
    const [own, ben, kim] = view.members.map((member) => member.personId);
    const id = timeOrderedId(Date.now());
    const text = { title: "Feed the axolotl", items: [{ id: 1, text: "pellets" }] };
    const { sealed, unreached } = await sealReminderWords(ana.vault, ana.circle(circleId), { reminderId: id, ...text },
        [own, ben, kim], ana.relay);
    assert.deepEqual(unreached, []);
    await ana.call("POST", `/v1/circles/${circleId}/reminders`, {
        reminderId: id,
        assignee: kim,
        sealed,
        checklist: [{ id: 1, done: false }],
        time: formatInstant(Date.now() + 3_600_000),
    });
    for (const reader of ["ben", "kim"]) {
        const list = await home.run(["reminder", "list"], reader);
        assert.ok(list.includes("Feed the axolotl"), `${reader}: ${list}`);
    }
    const adding = ["reminder", "add", "--for", "Kim", "--in", "1h", "--item", "cello", "Practise"];
    const added = await home.run(adding, "ben");
    const reminder = await ana.call("GET", `/v1/reminders/${added.trim().split(" ").pop()}`);
    const words = reminder.sealed.find((one) => one.personId === own).words;
    const about = { circleId, about: reminder.series ?? reminder.reminderId, words };
    const opened = await openMemberWords(ana.vault, ana.circles, about, ana.relay);
    assert.deepEqual([opened.said?.line, opened.said?.writer, opened.said?.name], ["Practise (cello)", ben, "Ben"]);
    const elsewhere = await openMemberWords(ana.vault, ana.circles, { ...about, about: id }, ana.relay);
    assert.equal(elsewhere.doubt, "other-alarm");

    // The terminal that was linked before the family was made is linked again, and reads its words too.
    let command;
    await ana.inviteDevice(async ({ code }) => {
        const entered = await enterAt(["device", "join", code], "ana2");
        command = entered.command;
        return entered.digits;
    });
    await command.output();
    assert.ok((await home.run(["reminder", "list"], "ana2")).includes("Practise"));
});

test("the command line invites a browser into a care circle, and both read notes on an alert", options, async () => {
    await home.run(["circle", "new", "care", "Nest", "--name", "Cleo"], "cleo");
    const command = home.start(["circle", "invite", "Nest", "--role", "member"], "cleo");
    const [, code] = await command.line(/Code: (\S+)/);
    const eva = new PlainDevice(home.relay, "Eva");
    await eva.claim(code, (digits) => command.type(digits));
    await command.output();
    const [{ circleId, personId }] = eva.circles;
    await eva.call("PATCH", `/v1/circles/${circleId}/members/${personId}`, { displayName: "Eva" });
    await home.run(["circle", "member", "Nest", "Eva", "--permit", "history"], "cleo");
    await home.run(["care", "signal", "fall", "--say", "Slipped on a quokka"], "cleo");
    await eva.learn(circleId);
    await home.run(["care", "cancel"], "cleo");
    const { alerts: [alert] } = await eva.call("GET", `/v1/care/circles/${circleId}/alerts`);
    const [note] = alert.notes;
    const opened = await openMemberWords(eva.vault, eva.circles,
        { circleId, about: alert.alertId, words: note.words }, eva.relay);
    assert.deepEqual([opened.said?.line, opened.said?.writer], ["Slipped on a quokka", note.from]);
    const view = await eva.learn(circleId);
    const people = view.members.map((member) => member.personId);
    const said = await sealCareNote(eva.vault, eva.circle(circleId), { alertId: alert.alertId, text: "Wie geht es?" },
        people, eva.relay);
    assert.deepEqual(said.unreached, []);
    await eva.call("PUT", `/v1/care/alerts/${alert.alertId}/note`, { sealed: said.sealed });
    assert.ok((await home.run(["care", "history"], "cleo")).includes("Wie geht es?"));
});

/** The first alarm of an event stream that is the one that is waited for. */
async function eventWhere(answer, isIt) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
        for (const [, data] of text.matchAll(/^data: ?(.*)$/gm)) {
            let json;
            try { json = JSON.parse(data); } catch { continue; }
            const alarm = json?.alarm ?? json;
            if (typeof alarm === "object" && alarm !== null && isIt(alarm)) {
                await reader.cancel();
                return alarm;
            }
        }
    }
}
