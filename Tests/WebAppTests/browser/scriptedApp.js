// Stands in for session/app.js: a state that a test scripts, and calls that are recorded and answered from the script.
const script = window.fake;

// Calls that change nothing, which screens make by themselves, are not recorded.
const reads = new Set([
    "completedReminders", "history", "memberConsent", "checkInLinks", "ownAddresses", "emergencyCard",
    "calendarLink",
]);

class ProblemError extends Error {
    constructor(kind, pointer = null) {
        super(kind);
        Object.assign(this, { kind, key: `problem.${kind}`, detail: null, pointer });
    }
}

class FakeApp extends EventTarget {
    state = script.state;
    calls = [];

    get relayNow() {
        return Date.now() + this.state.connection.clockOffset;
    }

    setState(part) {
        this.state = { ...this.state, ...part };
        this.dispatchEvent(new Event("change"));
    }
}

export class App {
    static async open() {
        const app = new FakeApp();
        window.app = app;
        return new Proxy(app, {
            get(target, name) {
                if (name in target) {
                    const value = target[name];
                    return typeof value === "function" ? value.bind(target) : value;
                }
                if (typeof name !== "string" || name === "then") return undefined;
                return (...given) => {
                    if (!reads.has(name)) target.calls.push([name, ...given]);
                    const answer = script.answers[name];
                    if (answer?.error) return Promise.reject(new ProblemError(answer.error, answer.pointer));
                    return Promise.resolve(answer);
                };
            },
        });
    }
}
