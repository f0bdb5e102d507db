/** The sound of an alarm: two tones over and over, rising from quiet to full within half a minute. */

const RISE = 30;
const QUIET = 0.02;

/** @type {AudioContext | null} */
let context = null;
/** @type {{ source: AudioBufferSourceNode, gain: GainNode } | null} */
let playing = null;

/** Whether a sound would be heard: browsers allow it only after a tap. */
export function soundUnlocked() {
    return context?.state === "running";
}

/**
 * Allows sound; to be called in a tap. It stays allowed while the page is open.
 *
 * @returns {Promise<boolean>} whether sound is allowed now
 */
export async function unlockSound() {
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "playback";
    context ??= silentContext();
    if (context.state !== "running") await Promise.race([context.resume(),
        new Promise((done) => setTimeout(done, 1_000))]);
    return soundUnlocked();
}

/** A context that plays silence, so that the browser does not put it to sleep, and that wakes up with the page. */
function silentContext() {
    const audio = new AudioContext();
    const silence = audio.createGain();
    silence.gain.value = 0;
    const source = audio.createConstantSource();
    source.connect(silence).connect(audio.destination);
    source.start();
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden && audio.state !== "running") void audio.resume().catch(() => {});
    });
    return audio;
}

/**
 * Begins to ring, unless it rings already.
 *
 * @returns {boolean} whether it can be heard
 */
export function startRinging() {
    vibrate();
    if (!context || context.state !== "running") return false;
    if (playing) return true;
    const gain = context.createGain();
    gain.gain.setValueAtTime(QUIET, context.currentTime);
    gain.gain.exponentialRampToValueAtTime(1, context.currentTime + RISE);
    const source = context.createBufferSource();
    source.buffer = tones(context);
    source.loop = true;
    source.connect(gain).connect(context.destination);
    source.start();
    playing = { source, gain };
    return true;
}

/** Ends the sound and the vibration. */
export function stopRinging() {
    if (vibration) navigator.vibrate(0);
    clearInterval(vibration);
    vibration = undefined;
    if (!playing || !context) return;
    playing.gain.gain.cancelScheduledValues(context.currentTime);
    playing.source.stop();
    playing = null;
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let vibration;

function vibrate() {
    if (!navigator.vibrate || vibration || !(/** @type {any} */ (navigator).userActivation?.hasBeenActive)) return;
    const pattern = [600, 300, 600, 500];
    navigator.vibrate(pattern);
    vibration = setInterval(() => navigator.vibrate(pattern), 2_000);
}

/**
 * Two seconds: three beeps of two tones, and a pause.
 *
 * @param {AudioContext} audio
 */
function tones(audio) {
    const rate = audio.sampleRate;
    const buffer = audio.createBuffer(1, 2 * rate, rate);
    const samples = buffer.getChannelData(0);
    for (let beep = 0; beep < 3; beep += 1) {
        const start = Math.floor(beep * 0.45 * rate);
        const length = Math.floor(0.32 * rate);
        for (let index = 0; index < length; index += 1) {
            const time = index / rate;
            const edge = Math.min(1, index / (0.01 * rate), (length - index) / (0.05 * rate));
            const wave = Math.sin(2 * Math.PI * 880 * time) + 0.5 * Math.sin(2 * Math.PI * 1_320 * time)
                + 0.25 * Math.sin(2 * Math.PI * 2_640 * time);
            samples[start + index] = (wave / 1.75) * edge * 0.9;
        }
    }
    return buffer;
}
