/** Keeps the screen on while a screen of the app asks for it, also after the page was hidden in between. */

export function keepAwake() {
    /** @type {any} */
    let lock = null;
    let wanted = false;
    const take = async () => {
        if (!wanted || document.hidden || (lock && !lock.released)) return;
        try {
            lock = await /** @type {any} */ (navigator).wakeLock?.request("screen");
        } catch {
            lock = null;
        }
    };
    const visible = () => void take();
    return {
        async start() {
            wanted = true;
            document.addEventListener("visibilitychange", visible);
            await take();
        },
        /** Whether the screen stays on by itself now. */
        kept: () => Boolean(lock && !lock.released),
        stop() {
            wanted = false;
            document.removeEventListener("visibilitychange", visible);
            void lock?.release().catch(() => {});
            lock = null;
        },
    };
}
