/** Samples of the charts: the last ten minutes, kept in the page, by subject. */
export const SPAN_MILLIS = 10 * 60_000;
const MAX_SAMPLES = 400;

/** @type {Map<string, Array<object>>} */
const samples = new Map();

/**
 * Adds a sample.
 *
 * @param {string} key the subject
 * @param {string} at
 * @param {?object} rates
 * @param {?object} lateness
 */
export function record(key, at, rates, lateness) {
    const time = Date.parse(at);
    const list = samples.get(key) ?? [];
    if (!Number.isFinite(time) || (list.length > 0 && list[list.length - 1].time >= time)) {
        return;
    }
    list.push({
        time,
        ...(rates ?? {}),
        p50: lateness?.p50Millis ?? null,
        p99: lateness?.p99Millis ?? null,
    });
    while (list.length > MAX_SAMPLES || list[0].time < time - SPAN_MILLIS) {
        list.shift();
    }
    samples.set(key, list);
}

/** @returns {Array<object>} the samples, oldest first */
export const history = (key) => samples.get(key) ?? [];
