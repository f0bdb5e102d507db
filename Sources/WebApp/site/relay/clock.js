// How far the relay's clock is from this device's. All times of alarms are by the relay's clock.

export class RelayClock {
    /** @param {() => number} now this device's clock, ms since 1970 @param {number} offset ms, relay minus device */
    constructor(now, offset = 0) {
        this.device = now;
        this.offset = offset;
        /** How exact the offset is known, ms. */
        this.uncertainty = Infinity;
        this.measuredAt = 0;
    }

    /** Now by the relay's clock, ms since 1970. */
    now() {
        return this.device() + this.offset;
    }

    /**
     * Learns from an answer: the relay's time lay between the device's `sent` and `received`. A measurement replaces
     * one that is less exact, or older than ten minutes; whole seconds of a `Date` header are half a second off.
     * @param {number} relay ms
     * @param {number} sent ms
     * @param {number} received ms
     * @param {number} resolution ms
     * @returns {boolean} whether the offset has changed by more than a second
     */
    learn(relay, sent, received, resolution) {
        const uncertainty = (received - sent) / 2 + resolution / 2;
        const offset = relay + resolution / 2 - (sent + received) / 2;
        const isOld = received - this.measuredAt > 600_000;
        const contradicts = Math.abs(offset - this.offset) > uncertainty + this.uncertainty + 1000;
        if (uncertainty > this.uncertainty && !isOld && !contradicts) return false;
        const before = this.offset;
        this.offset = Math.round(offset);
        this.uncertainty = uncertainty;
        this.measuredAt = received;
        return Math.abs(this.offset - before) > 1000;
    }
}
