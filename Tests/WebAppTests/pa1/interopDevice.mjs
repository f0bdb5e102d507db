import { acceptInvite, claimBody, claimerCircle, claimerLinked, claimerPair, openGreeting, takeConfirmation }
    from "../../../Sources/WebApp/site/pa1/claimer.js";
import { introductionOf, keepMembers, newCircleKey, sealIntroduction, takeIntroduced, takeIntroductions }
    from "../../../Sources/WebApp/site/pa1/circle.js";
import { enrolmentTicket, inviteTicket, newDeviceKeys, registrationBody }
    from "../../../Sources/WebApp/site/pa1/device.js";
import { readEntry } from "../../../Sources/WebApp/site/pa1/entry.js";
import { sealRequest } from "../../../Sources/WebApp/site/pa1/envelope.js";
import { beginInvite, confirmDigits, draftInvite, inviterAdmitted, inviterLinked, inviterPair, showInvite, takeAnswer }
    from "../../../Sources/WebApp/site/pa1/inviter.js";
import { mergeCircles, mergePairs } from "../../../Sources/WebApp/site/pa1/join.js";
import { newVaultKey } from "../../../Sources/WebApp/site/pa1/vault.js";

const rest = () => new Promise((resolve) => setTimeout(resolve, 200));

/** A device that speaks PA1 by the web app's functions, with no store but its members. */
export class PlainDevice {
    constructor(relay, name) {
        this.relay = relay;
        this.name = name;
        this.pairs = [];
        this.circles = [];
    }

    async register(ticket) {
        this.vault = await newVaultKey();
        this.keys = await newDeviceKeys(this.vault);
        const device = { platform: "events", timeZone: "Europe/Berlin", locale: "en", ticket };
        const body = JSON.stringify(await registrationBody(this.vault, this.keys, device));
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch(`${this.relay}/v1/devices`, { method: "POST", headers, body });
        const json = await answer.json();
        if (answer.status !== 201) throw new Error(`registration: ${JSON.stringify(json)}`);
        this.deviceId = json.deviceId;
        return json;
    }

    async enroll(code) {
        return this.register(enrolmentTicket(code));
    }

    async exchange(method, target, body, again) {
        const call = { method, target, body, ...again };
        const request = await sealRequest(this.keys.requestKey, this.deviceId, call, Date.now());
        const answer = await fetch(this.relay + target, { method, headers: request.headers, body: request.body });
        return { answer, request };
    }

    async call(method, target, body) {
        const { answer } = await this.exchange(method, target, body);
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`);
        return text === "" ? null : JSON.parse(text);
    }

    async until(inviteId, ...states) {
        for (let attempt = 0; attempt < 300; attempt += 1) {
            const status = await this.call("GET", `/v1/invites/${inviteId}`);
            if (states.includes(status.state)) return status;
            if (["expired", "burned", "contested", "cancelled"].includes(status.state)) throw new Error(status.state);
            await rest();
        }
        throw new Error(`the invite was never ${states}`);
    }

    /** Opens an invite; `enter` is given what is shown, and a promise of the digits comes back from it. */
    async invite(invite, enter, handing = {}) {
        const { draft, request } = await draftInvite(this.vault, { name: this.name, relay: this.relay, ...invite });
        let pairing = beginInvite(draft, await this.call("POST", "/v1/invites", request));
        const path = `/v1/invites/${pairing.inviteId}`;
        const digits = enter(await showInvite(this.vault, pairing));
        pairing = await takeAnswer(this.vault, pairing, await this.until(pairing.inviteId, "answered"));
        const wrong = await confirmDigits(this.vault, pairing, "12", handing);
        if (wrong.result !== "wrong" || wrong.triesLeft !== 2) throw new Error("wrong digits were taken");
        const right = await confirmDigits(this.vault, wrong.pairing, await digits, handing);
        if (right.result !== "right") throw new Error("right digits were not taken");
        pairing = right.pairing;
        for (const parcel of right.parcels) await this.call("POST", `${path}/parcels`, parcel);
        await this.call("POST", `${path}/confirm`, right.confirm);
        return { pairing, active: await this.until(pairing.inviteId, "active") };
    }

    async invitePartner(enter) {
        const { pairing, active } = await this.invite({}, enter);
        const pair = await inviterPair(this.vault, pairing, active, Date.now());
        this.pairs.push(pair);
        return pair;
    }

    async inviteDevice(enter) {
        const handing = { pairs: this.pairs, circles: this.circles };
        const { pairing, active } = await this.invite({ purpose: "device" }, enter, handing);
        return inviterLinked(pairing, active);
    }

    async inviteMember(circleId, role, enter) {
        const introduction = introductionOf(this.circle(circleId));
        const { pairing, active } = await this.invite({ purpose: "family", circleId, role }, enter, { introduction });
        const admitted = inviterAdmitted(pairing, active, this.circle(circleId), Date.now());
        const told = { members: [admitted.memberKey], titles: false };
        this.put(await takeIntroduced(this.vault, this.circle(circleId), told, this.relay, Date.now()));
        await this.introduce(circleId);
        return admitted;
    }

    /** Claims an invite; `tell` is given the digits to show. */
    async claim(text, tell, name = this.name) {
        const { code } = readEntry(text);
        if (this.deviceId === undefined) await this.register(await inviteTicket(code));
        const claimed = await this.call("POST", "/v1/invites/claim", await claimBody(code));
        const greeting = await openGreeting(this.vault, code, this.relay, claimed);
        const { pairing, answer } = await acceptInvite(this.vault, greeting, name);
        const path = `/v1/invites/${pairing.inviteId}`;
        await this.call("POST", `${path}/answer`, answer);
        tell(pairing.digits);
        const confirmed = await this.until(pairing.inviteId, "confirmed");
        const taken = await takeConfirmation(this.vault, pairing, confirmed);
        const active = await this.call("POST", `${path}/ack`);
        if (taken.purpose === "partner") this.pairs.push(await claimerPair(this.vault, taken, active, Date.now()));
        else if (taken.purpose === "device") {
            const handed = claimerLinked(taken, active, this.deviceId);
            this.pairs = mergePairs(this.pairs, handed.pairs).pairs;
            this.circles = mergeCircles(this.circles, handed.circles);
        } else this.put(await claimerCircle(this.vault, taken, active, Date.now()));
        return taken;
    }

    circle(id) {
        return this.circles.find((circle) => circle.circleId === id);
    }

    put(circle) {
        this.circles = [...this.circles.filter((other) => other.circleId !== circle.circleId), circle];
    }

    async makeFamily(name) {
        const view = await this.call("POST", "/v1/circles", { kind: "family", name, displayName: this.name });
        const personId = view.members.find((member) => member.self).personId;
        this.put(await newCircleKey(this.vault, { circleId: view.circleId, personId }, Date.now()));
        await this.introduce(view.circleId);
        return view.circleId;
    }

    async introduce(circleId) {
        const view = await this.call("GET", `/v1/circles/${circleId}`);
        for (const { personId } of view.members) {
            const box = await sealIntroduction(this.vault, this.circle(circleId), personId, this.relay);
            if (box !== null) await this.call("PUT", `/v1/circles/${circleId}/introductions/${personId}`, box);
        }
    }

    async learn(circleId) {
        const view = await this.call("GET", `/v1/circles/${circleId}`);
        const { introductions } = await this.call("GET", `/v1/circles/${circleId}/introductions`);
        const kept = keepMembers(this.circle(circleId), view);
        const taken = await takeIntroductions(this.vault, kept, introductions, this.relay, Date.now());
        this.put(keepMembers(taken, view));
        return view;
    }
}
