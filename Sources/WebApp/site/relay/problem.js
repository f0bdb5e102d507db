// What goes wrong, in a form that a screen can tell: a kind, the key of the words, and when to try again.

const refusals = ["unauthorized", "clock-skew", "not-found", "gone", "conflict", "not-allowed"];

export class ProblemError extends Error {
    /**
     * @param {string} kind of the relay's problem type, or one of this app's own
     * @param {{ key?: string, detail?: string | null, pointer?: string, retryAfter?: number, status?: number,
     *     serverTime?: string }} more
     */
    constructor(kind, more = {}) {
        super(more.detail ?? kind);
        this.name = "ProblemError";
        this.kind = kind;
        this.key = more.key ?? `problem.${kind}`;
        this.detail = more.detail ?? null;
        this.pointer = more.pointer ?? null;
        this.status = more.status ?? 0;
        this.serverTime = more.serverTime ?? null;
        if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    }

    /** Whether the same request may succeed later. */
    get passes() {
        return this.kind === "offline" || this.status >= 500 || this.status === 429;
    }

    /** Whether the relay has answered that it will not, now or later. */
    get isFinal() {
        return this.status >= 400 && !this.passes;
    }

    get isRefusal() {
        return refusals.includes(this.kind);
    }
}

/** @param {Response} response @returns {number | undefined} seconds */
function retryAfter(response) {
    const text = response.headers.get("Retry-After");
    if (text === null) return undefined;
    const seconds = Number(text);
    return Number.isFinite(seconds) ? Math.max(1, seconds) : undefined;
}

/**
 * The problem that a refusal of the relay tells.
 * @param {Response} response
 * @returns {Promise<ProblemError>}
 */
export async function problemOf(response) {
    /** @type {any} */
    let told = {};
    try {
        told = await response.json();
    } catch {
        // A proxy in front of the relay may answer without problem details.
    }
    const type = typeof told.type === "string" ? told.type : "";
    const prefix = "urn:reveille:problem:";
    const isNoCalls = type === `${prefix}no-channel` && told.pointer === "/calls";
    const byStatus = response.status === 404 ? "not-found" : response.status >= 500 ? "unavailable" : "malformed";
    return new ProblemError(type.startsWith(prefix) ? type.slice(prefix.length) : byStatus, {
        key: isNoCalls ? "problem.no-calls" : undefined,
        detail: typeof told.detail === "string" ? told.detail : null,
        pointer: typeof told.pointer === "string" ? told.pointer : undefined,
        retryAfter: retryAfter(response),
        status: response.status,
        serverTime: typeof told.serverTime === "string" ? told.serverTime : undefined,
    });
}

/**
 * A fault of PA1 or of the browser, in the form of a problem.
 * @param {any} error
 * @returns {ProblemError}
 */
export function asProblem(error) {
    if (error instanceof ProblemError) return error;
    if (typeof error?.code === "string") {
        return new ProblemError(error.code, { detail: error.detail ?? error.message });
    }
    return new ProblemError("internal", { detail: String(error?.message ?? error) });
}
