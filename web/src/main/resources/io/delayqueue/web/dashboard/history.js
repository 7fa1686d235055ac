import { signedOut } from './status.js';

/** Samples of the charts: the last ten minutes, kept in the page, by subject; by the tab while the page is loaded again. */
export const SPAN_MILLIS = 10 * 60_000;
const MAX_SAMPLES = 400;
const KEPT = `delayqueue.history ${new URL('.', document.baseURI).pathname}`;
/** The tab has room for some millions of characters, for all pages of a server. */
const MAX_KEPT = 1_000_000;
const THINNED = 4;

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

restore();
window.addEventListener('pagehide', keep);

function keep() {
    try {
        const all = JSON.stringify([...samples]);
        const text = all.length <= MAX_KEPT ? all : JSON.stringify([...samples].map(([key, list]) => [key, list.filter((_, i) => i % THINNED === 0)]));
        if (signedOut.get() === null && text.length <= MAX_KEPT) {
            sessionStorage.setItem(KEPT, text);
        }
    } catch {
        // Storage is disabled or full: the charts begin again.
    }
}

function restore() {
    try {
        const since = Date.now() - SPAN_MILLIS;
        JSON.parse(sessionStorage.getItem(KEPT) ?? '[]').forEach(([key, list]) => samples.set(key, list.filter(({ time }) => time > since)));
        sessionStorage.removeItem(KEPT);
    } catch {
        // Not readable: the charts begin again.
    }
}
