import { exactly, moment, seconds } from './format.js';
import { h, setText } from './dom.js';
import { t } from './language.js';

/** Number of samples for the difference between this browser's clock and the store's. */
const SAMPLES = 8;
const offsets = [];

/** Adds a sample of the store's clock. The sample with the shortest transfer is the most precise. */
export function syncClock(at) {
    const offset = Date.parse(at) - Date.now();
    if (Number.isFinite(offset)) {
        offsets.push(offset);
        offsets.splice(0, offsets.length - SAMPLES);
    }
}

/** Returns the store's time as far as it is known, in ms since the epoch. */
export const storeNow = () => Date.now() + (offsets.length === 0 ? 0 : Math.max(...offsets));

const ticking = new Set();
setInterval(() => ticking.forEach(tick), 500);

function tick(entry) {
    if (entry.node.isConnected) {
        entry.render();
    } else {
        ticking.delete(entry);
    }
}

/**
 * Creates a <time> whose text follows the clock.
 *
 * @param {function(number): string} formats the ms until the instant, negative after it
 * @returns {{node: HTMLElement, set: function(string|null|undefined): void}}
 */
export function tickingTime(words, props = {}) {
    const node = h('time', { class: 'num', ...props });
    let instant = null;
    const entry = {
        node,
        render: () => setText(node, instant === null ? '–' : words(instant - storeNow())),
    };
    return {
        node,
        /** Sets the instant, and updates the text while it is in the page. */
        set(at) {
            const next = at ? Date.parse(at) : NaN;
            const value = Number.isFinite(next) ? next : null;
            if (value !== instant) {
                instant = value;
                if (value === null) {
                    node.removeAttribute('datetime');
                    node.removeAttribute('title');
                } else {
                    node.setAttribute('datetime', at);
                    node.title = exactly(value);
                }
            }
            entry.render();
            // Later, when it is in the page: the next tick removes elements that are not.
            requestAnimationFrame(() => ticking.add(entry));
        },
    };
}

/** Maximum age of the time of a task in a list: before, the task may have run meanwhile. */
const MAX_AGE_MILLIS = 75_000;

/** Whether a task is overdue, and not only its list is old. */
export const isOverdue = (ms) => ms <= -MAX_AGE_MILLIS;

export const untilWords = (ms) => (ms > 0 ? t`in ${seconds(ms + 999)}` : isOverdue(ms) ? t`overdue by ${seconds(-ms)}` : t`due now`);
export const leftWords = (ms) => (ms > 0 ? t`${seconds(ms + 999)} left` : t`expired`);
export const agoWords = (ms) => (ms > -1_000 ? t`just now` : t`${seconds(-ms)} ago`);
export const sinceWords = (ms) => seconds(-ms);

/** Creates a <time> of a fixed instant. */
export function at(instant, props = {}) {
    return instant
        ? h('time', { class: 'num', datetime: instant, title: exactly(instant), ...props }, moment(instant))
        : h('span', props, '–');
}
