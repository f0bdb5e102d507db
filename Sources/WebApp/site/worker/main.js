// The service worker: rings when no page is open, answers from notifications, and serves the app without a network.

import { answerClick } from "./answering.js";
import { keepPushAddress } from "./address.js";
import { answerFromShell, fillShell, forgetOldShells } from "./shell.js";
import { showPush } from "./pushing.js";
import { sendQueued } from "./workerSession.js";

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(fillShell());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(forgetOldShells().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data?.type === "takeOver") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const answer = answerFromShell(event.request);
    if (answer) event.respondWith(answer);
});

worker.addEventListener("push", (/** @type {any} */ event) => {
    event.waitUntil(showPush(event.data, event.notification));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(answerClick(event.action, event.notification.data));
});

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
    event.waitUntil(keepPushAddress(event));
});

worker.addEventListener("sync", (/** @type {any} */ event) => {
    if (event.tag === "reveille-queue") event.waitUntil(sendQueued());
});
