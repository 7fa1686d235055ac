import { LANGUAGE, LOCALE, t, translate } from './language.js';

const whole = new Intl.NumberFormat(LANGUAGE);
const short = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a count with thousands separators. */
export const count = (n) => whole.format(n ?? 0);

/** Formats a count briefly: 12.3M. In Chinese the digits stay, because its units count by ten thousands. */
export const compact = (n) => ((n ?? 0) < 100_000 || LANGUAGE === 'zh' ? count(n) : short.format(n));

/** Joins the parts that are there. */
export const joined = (parts, by = ' · ') => parts.filter(Boolean).join(by);

/** Formats a count with its noun: “1 task”, “2 tasks”. */
export const plural = (n, one) => translate(`{0} ${one}`, [count(n)], n === 1 ? undefined : `{0} ${one}s`);

/** Names a topic with its group. */
export const topicName = ({ group, topic }) => `${group}/${topic}`;

/** Names a task with its topic. */
export const taskName = (task) => t`${task.id} of ${task.group}/${task.topic}`;

/** Formats a rate per second. */
export function rate(n) {
    if (n === null || n === undefined) {
        return '–';
    }
    const words = n === 0 ? '0' : n < 0.05 ? '<0.1' : n < 10 ? n.toFixed(1) : whole.format(Math.round(n));
    return t`${words}/s`;
}

const UNITS = [
    [t`d`, 86_400_000],
    [t`h`, 3_600_000],
    [t`min`, 60_000],
    [t`s`, 1_000],
];

/** Formats a duration in at most two units: “2 h 5 min”, “1.2 s”, “340 ms”. */
export function duration(millis) {
    if (millis === null || millis === undefined) {
        return '–';
    }
    const ms = Math.max(0, Math.round(millis));
    if (ms < 1_000) {
        return t`${ms} ms`;
    }
    return ms < 10_000 && ms % 1_000 !== 0 ? t`${(ms / 1_000).toFixed(1)} s` : coarse(ms);
}

/** Reads a duration of the API, such as “PT1H30M” or “PT0.5S”, in ms. */
export function isoMillis(text) {
    const [, hours, minutes, rest] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '') ?? [];
    return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(rest ?? 0) * 1_000;
}

/** Formats a size: “12 KB”, “3.4 MB”. */
export const bytes = (n) => (n < 1_048_576 ? `${count(Math.ceil(n / 1_024))} KB` : `${(n / 1_048_576).toFixed(1)} MB`);

/** Formats a duration in one unit, for large figures. */
export const brief = (millis) => (millis < 10_000 ? duration(millis) : coarse(millis).split(' ').slice(0, 2).join(' '));

/** Formats a duration in whole seconds, for running durations. */
export const seconds = (millis) => coarse(Math.max(0, millis));

function coarse(ms) {
    const at = UNITS.findIndex(([, size]) => ms >= size);
    if (at < 0) {
        return t`${0} s`;
    }
    const [unit, size] = UNITS[at];
    const next = UNITS[at + 1];
    const first = Math.floor(ms / size);
    const second = next ? Math.floor((ms % size) / next[1]) : 0;
    return second === 0 ? `${first} ${unit}` : `${first} ${unit} ${second} ${next[0]}`;
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' };
const DAY = { ...TIME, day: 'numeric', month: 'short' };
const clock = new Intl.DateTimeFormat(LOCALE, TIME);
const dayAndClock = new Intl.DateTimeFormat(LOCALE, DAY);
const yearAndClock = new Intl.DateTimeFormat(LOCALE, { ...DAY, year: 'numeric' });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });

/** Formats a time of day with its zone, with the date if it is not today, and with the year if it is not this one. */
export function moment(instant) {
    const date = new Date(instant);
    const now = new Date();
    const format = date.getFullYear() !== now.getFullYear() ? yearAndClock : date.toDateString() === now.toDateString() ? clock : dayAndClock;
    return format.format(date);
}

/** Formats a complete time, for titles. */
export const exactly = (instant) => full.format(new Date(instant));
