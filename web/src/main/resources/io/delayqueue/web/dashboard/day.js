import { get, path } from './api.js';
import { t } from './language.js';

/** The server adds a part every five minutes. */
const FRESH_MILLIS = 60_000;
const KEPT = 'delayqueue.charts';
const DAY = 'day';

/** Whether charts show the last day; the browser keeps it. */
export function showsDay() {
    try {
        return localStorage.getItem(KEPT) === DAY;
    } catch {
        return false;
    }
}

/** Keeps whether charts show the last day. */
export function keepShowsDay(day) {
    try {
        localStorage.setItem(KEPT, day ? DAY : 'live');
    } catch {
        // Storage is denied: the next page begins with the last minutes.
    }
}

/**
 * Reads the work of groups in the last day, when it is asked for, and again after a minute.
 *
 * @param {function(): void} onChange called when samples have been read
 * @returns {function({key: string, group: string}): {samples: Array<object>, fault: string}} returns the last samples, like those of history.js, and why they are not the newest
 */
export function daysOfGroups(onChange) {
    const days = new Map();
    return ({ key, group }) => {
        const day = days.get(key) ?? { samples: [], fault: t`Loading…`, due: 0 };
        days.set(key, day);
        if (Date.now() >= day.due) {
            day.due = Date.now() + FRESH_MILLIS;
            get(path`groups/${group}/work`).then(
                ({ parts }) => Object.assign(day, { samples: parts.flatMap(steps), fault: '' }),
                (error) => (day.fault = error.message),
            ).then(onChange);
        }
        return day;
    };
}

/** A part is drawn as a step: its rate is that of all its time. A sample without values interrupts the line where no part is. */
function steps({ until, durationMillis, p50Millis, p99Millis, ...counts }, i, parts) {
    const end = Date.parse(until);
    const begin = end - durationMillis;
    const rates = Object.fromEntries(Object.entries(counts).map(([name, tasks]) => [name, (tasks * 1000) / durationMillis]));
    const sample = { ...rates, p50: p50Millis ?? null, p99: p99Millis ?? null };
    const follows = i === 0 || Date.parse(parts[i - 1].until) >= begin;
    return [...(follows ? [] : [{ time: begin }]), { ...sample, time: begin + 1 }, { ...sample, time: end }];
}
