// A relay in a process of its own, in a folder of its own, for one test file. REVEILLE_BINARY names the program.

import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export const binary = process.env.REVEILLE_BINARY ?? "";
export const skipWithoutRelay = binary ? false : "REVEILLE_BINARY is not set: it names the relay's program";

export class TestRelay {
    constructor(port, folder) {
        this.port = port;
        this.folder = folder;
        this.origin = `http://127.0.0.1:${port}`;
        this.environment = { PATH: process.env.PATH, HOME: folder, REVEILLE_DATA: folder,
            REVEILLE_LISTEN: `127.0.0.1:${port}` };
    }

    /** @param {number} port @param {Record<string, string>} [more] */
    static async start(port, more = {}) {
        const relay = new TestRelay(port, await mkdtemp(join(tmpdir(), "reveille-web-")));
        Object.assign(relay.environment, more);
        await relay.serve();
        return relay;
    }

    async serve() {
        this.process = spawn(binary, ["serve"], { env: this.environment, stdio: ["ignore", "pipe", "pipe"] });
        this.log = "";
        this.process.stdout.on("data", (data) => { this.log += data; });
        this.process.stderr.on("data", (data) => { this.log += data; });
        for (let tries = 0; tries < 200; tries += 1) {
            try {
                if ((await fetch(`${this.origin}/healthz`)).ok) return;
            } catch {
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
        }
        throw new Error(`the relay does not answer: ${this.log}`);
    }

    /** @returns {Promise<string>} a code with which one device may register */
    async enrolment() {
        return this.operate("enroll", "--quiet");
    }

    /** @param {string[]} command of the relay's own machine @returns {Promise<string>} */
    async operate(...command) {
        const { stdout } = await run(binary, command, { env: this.environment });
        return stdout.trim();
    }

    async halt() {
        if (!this.process || this.process.exitCode !== null) return;
        const ended = new Promise((resolve) => this.process.once("exit", resolve));
        this.process.kill("SIGTERM");
        await ended;
    }

    async stop() {
        await this.halt();
        await rm(this.folder, { recursive: true, force: true });
    }
}
