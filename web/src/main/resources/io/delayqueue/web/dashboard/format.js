const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a count with thousands separators. */
export const count = (n) => whole.format(n ?? 0);

/** Formats a count briefly: 12.3M. */
export const compact = (n) => ((n ?? 0) < 100_000 ? count(n) : short.format(n));

/** Formats a count with its noun: “1 task”, “2 tasks”. */
export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** Names a topic with its group. */
export const topicName = ({ group, topic }) => `${group}/${topic}`;

/** Names a task with its topic. */
export const taskName = (task) => `${task.id} of ${topicName(task)}`;

/** Formats a rate per second. */
export function rate(n) {
    if (n === null || n === undefined) {
        return '–';
    }
    const words = n === 0 ? '0' : n < 0.05 ? '<0.1' : n < 10 ? n.toFixed(1) : whole.format(Math.round(n));
    return `${words}/s`;
}

const UNITS = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
];

/** Formats a duration in at most two units: “2 h 5 min”, “1.2 s”, “340 ms”. */
export function duration(millis) {
    if (millis === null || millis === undefined) {
        return '–';
    }
    const ms = Math.max(0, Math.round(millis));
    if (ms < 1_000) {
        return `${ms} ms`;
    }
    return ms < 10_000 && ms % 1_000 !== 0 ? `${(ms / 1_000).toFixed(1)} s` : coarse(ms);
}

/** Reads a duration of the API, such as “PT1H30M” or “PT0.5S”, in ms. */
export function isoMillis(text) {
    const [, hours, minutes, rest] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '') ?? [];
    return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(rest ?? 0) * 1_000;
}

/** Formats a duration in one unit, for large figures. */
export const brief = (millis) => (millis < 10_000 ? duration(millis) : coarse(millis).split(' ').slice(0, 2).join(' '));

/** Formats a duration in whole seconds, for running durations. */
export const seconds = (millis) => coarse(Math.max(0, millis));

function coarse(ms) {
    const at = UNITS.findIndex(([, size]) => ms >= size);
    if (at < 0) {
        return '0 s';
    }
    const [unit, size] = UNITS[at];
    const next = UNITS[at + 1];
    const first = Math.floor(ms / size);
    const second = next ? Math.floor((ms % size) / next[1]) : 0;
    return second === 0 ? `${first} ${unit}` : `${first} ${unit} ${second} ${next[0]}`;
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' };
const DAY = { ...TIME, day: 'numeric', month: 'short' };
const clock = new Intl.DateTimeFormat('en-GB', TIME);
const dayAndClock = new Intl.DateTimeFormat('en-GB', DAY);
const yearAndClock = new Intl.DateTimeFormat('en-GB', { ...DAY, year: 'numeric' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** Formats a time of day with its zone, with the date if it is not today, and with the year if it is not this one. */
export function moment(instant) {
    const date = new Date(instant);
    const now = new Date();
    const format = date.getFullYear() !== now.getFullYear() ? yearAndClock : date.toDateString() === now.toDateString() ? clock : dayAndClock;
    return format.format(date);
}

/** Formats a complete time, for titles. */
export const exactly = (instant) => full.format(new Date(instant));
