// Runs the function nodes of examples/node-red/flow.json as Node-RED does: nodeRed.mjs FLOW REQUEST, the request being
// JSON with `headers`, `body` and `secret`. Prints what comes out at each output, and the answer.
import crypto from "node:crypto";
import fs from "node:fs";

const [flowFile, requestText] = process.argv.slice(2);
const flow = JSON.parse(fs.readFileSync(flowFile, "utf8"));
const node = (id) => flow.find((one) => one.id === id);
const request = JSON.parse(requestText);

const ids = new Set(flow.map((one) => one.id));
for (const one of flow) {
    for (const wire of (one.wires ?? []).flat()) if (!ids.has(wire)) throw new Error(`${one.id} leads to ${wire}`);
}
if (node("reveille-in").skipBodyParsing !== true) throw new Error("a parsed body has no signature");

const kept = new Map(Object.entries(request.flow ?? {}));
const context = { get: (name) => kept.get(name), set: (name, value) => kept.set(name, value) };
const env = { get: (name) => (name === "REVEILLE_SECRET" ? request.secret : undefined) };

function run(id, msg) {
    const { func, libs } = node(id);
    const names = libs.map((one) => one.var);
    if (names.some((name) => name !== "crypto")) throw new Error(`${id} needs ${names}`);
    return new Function("msg", "env", "context", "flow", ...names, func)(msg, env, context, context, ...names.map(() => crypto));
}

const told = [];
for (let time = 0; time < 2; time += 1) {
    const [passed, refused] = run("reveille-check", {
        payload: Buffer.from(request.body), req: { headers: request.headers },
    });
    if (refused) told.push({ status: refused.statusCode });
    else {
        const { isRepeated, stage } = passed;
        const answer = run("reveille-answer", structuredClone({ ...passed, req: undefined }));
        told.push({ status: answer.statusCode, stage, isRepeated, answer: answer.payload });
    }
}
console.log(JSON.stringify(told));
