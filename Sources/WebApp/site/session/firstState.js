// The state before anything is known.

/** @returns {import("../types/app.js").AppState} */
export function firstState() {
    return {
        phase: "starting", lost: null, me: null,
        connection: {
            online: globalThis.navigator?.onLine ?? true, relay: "ok", lastHeard: null, clockOffset: 0, queued: 0,
        },
        push: { supported: false, permission: "default", subscribed: false, needsHomeScreen: false, trouble: null },
        devices: [], partners: [], alarms: [], invites: [], news: [], checkIn: null, contacts: [], circles: [],
        reminders: [], care: null, careSettings: null, ringing: [], bedside: { on: false, heard: null },
        settings: { language: "auto", theme: "auto" }, newVersion: false,
        storage: { persistent: false, private: false },
    };
}
