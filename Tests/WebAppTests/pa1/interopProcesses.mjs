import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A home directory with a relay and devices of the command line, apart from the rest of the machine. */
export class CommandLineHome {
    constructor(binary, port) {
        this.binary = binary;
        this.folder = mkdtempSync(join(tmpdir(), "reveille-web-"));
        this.relay = `http://127.0.0.1:${port}`;
        this.running = new Set();
    }

    /** Starts the relay and waits until it listens. */
    async serve() {
        const relay = this.start(["serve", "--listen", this.relay.slice("http://".length)]);
        await relay.line(/Reveille listens on/);
        return relay;
    }

    start(words, profile) {
        const environment = {
            HOME: this.folder, PATH: "/usr/bin:/bin", TZ: "Europe/Berlin", USER: "tester", REVEILLE_RELAY: this.relay,
            REVEILLE_LIMIT_CLAIMS_PER_MINUTE: "1000", NO_COLOR: "1",
        };
        const flags = profile === undefined ? [] : ["--profile", profile];
        const command = new RunningCommand(spawn(this.binary, [...words, ...flags], { env: environment }), words);
        this.running.add(command);
        return command;
    }

    /** What a command writes; throws if it fails. */
    async run(words, profile) {
        return this.start(words, profile).output();
    }

    async end() {
        for (const command of this.running) command.process.kill("SIGINT");
        await Promise.all([...this.running].map((command) => command.ended));
        rmSync(this.folder, { recursive: true, force: true });
    }
}

class RunningCommand {
    constructor(process, words) {
        this.process = process;
        this.words = words;
        this.text = "";
        this.watchers = new Set();
        const take = (piece) => {
            this.text += piece;
            for (const watcher of this.watchers) watcher();
        };
        for (const stream of [process.stdout, process.stderr]) stream.setEncoding("utf8").on("data", take);
        this.ended = new Promise((resolve) => process.on("close", (code) => {
            this.code = code;
            resolve(code);
            for (const watcher of this.watchers) watcher();
        }));
    }

    /** The match of the first line that has it. */
    async line(pattern) {
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => finish(reject, this.failure(`did not write ${pattern} in 60 s`)), 60_000);
            const finish = (settle, value) => {
                clearTimeout(timer);
                this.watchers.delete(look);
                settle(value);
            };
            const look = () => {
                const match = pattern.exec(this.text);
                if (match !== null) finish(resolve, match);
                else if (this.code !== undefined) finish(reject, this.failure(`ended without ${pattern}`));
            };
            this.watchers.add(look);
            look();
        });
    }

    type(text) {
        this.process.stdin.write(`${text}\n`);
    }

    async output() {
        if (await this.ended !== 0) throw this.failure(`failed with ${this.code}`);
        return this.text;
    }

    failure(what) {
        return new Error(`reveille ${this.words.join(" ")} ${what}:\n${this.text}`);
    }
}
