import { OVERDUE_MILLIS } from '../attention.js';
import { h, setAttribute, setText } from '../dom.js';
import { duration, moment, plural, rate, seconds } from '../format.js';
import { t, tNodes } from '../language.js';
import { storeNow } from '../time.js';
import { taskLinks } from './keypanel.js';

/** Why a task waits, in words. */
export function waitWords({ reason, until, limit, ahead }) {
    switch (reason) {
        case 'PAUSED':
            return t`The topic is paused`;
        case 'HELD':
            return t`The topic is held until ${moment(until)}`;
        case 'LIMIT':
            return limitWords(limit);
        case 'KEY':
            return t`Other tasks of its key come first`;
        case 'BATCH':
            return t`The next batch waits for more ready tasks until ${moment(until)}`;
        case 'DRAINED':
            return t`All instances that consume the topic are drained`;
        case 'NO_CONSUMER':
            return t`No instance consumes the topic`;
        default:
            return ahead > 0 ? t`Behind ${plural(ahead, 'other ready task')}` : t`About to begin`;
    }
}

const SECONDS = { s: 1, m: 60, h: 3_600 };

/** Reads a rate of the API, such as “10/m”, as tasks a second. */
function perSecond(text) {
    const [, tasks, unit] = /^([\d.]+)\/([smh])$/.exec(text ?? '') ?? [];
    return tasks / SECONDS[unit] || 0;
}

const isFull = ({ limit, running }) => Boolean(limit.concurrency) && running >= limit.concurrency;

function limitWords(info) {
    const { limit, running, heldUntil, nextToken } = info;
    if (heldUntil) {
        return t`The limit ${limit.name} is held until ${moment(heldUntil)}`;
    }
    // Tokens of a fast rate come all the time.
    const next = nextToken && Date.parse(nextToken) - storeNow() > 1_000 ? t`, the next at ${moment(nextToken)}` : '';
    const reasons = [
        isFull(info) || !limit.rate ? t`${running} of ${limit.concurrency} run` : '',
        limit.rate && (nextToken || !isFull(info)) ? t`its rate lets ${limit.rate} begin${next}` : '',
    ].filter(Boolean);
    return t`The limit ${limit.name} is reached: ${reasons.join(t`, and `)}`;
}

/** How many tasks wait for a limit, and how long that takes: by its rate, or, if as many run as may, by what the topic has finished lately. */
function backlogWords(info, counts, rates) {
    const full = isFull(info);
    const [waiting, pace] = full ? [counts.ready, rates?.finished ?? 0] : [info.waiting, perSecond(info.limit.rate)];
    const tasks = plural(waiting, 'task');
    const some = !full && info.topics.length > 1 ? t`${tasks} of ${count(info.topics.length)} topics` : tasks;
    if (!(pace > 0 && waiting > 0)) {
        return t`Waiting: ${some}.`;
    }
    const time = seconds(Math.max(1_000, (1_000 * waiting) / pace));
    const speed = full ? rate(pace) : info.limit.rate;
    return info.heldUntil ? t`Waiting: ${some}, about ${time} at ${speed} after the hold.` : t`Waiting: ${some}, about ${time} at ${speed}.`;
}

const isDrained = ({ consumers, drained }) => consumers > 0 && drained === consumers;

/**
 * The one reason why the tasks of a topic wait, by one sample.
 *
 * @param {{counts: object, cause?: object, limits: object[], consumers?: object[], rates?: object, running?: boolean}} sample cause: why the ready
 *     tasks wait; consumers: missing while they are not known; running: whether the instance that answers is started
 * @returns {?{text: *, more: string[]}} null if there is nothing to say
 */
export function topicCause({ counts, cause, limits, consumers, rates, running }) {
    const late = (counts.overdueMillis ?? 0) >= OVERDUE_MILLIS ? t`The oldest ready task has been due for ${duration(counts.overdueMillis)}.` : '';
    const say = (text, ...more) => ({ text, more: [...more, late].filter(Boolean) });
    const reason = counts.ready > 0 ? cause?.reason : undefined;
    if (counts.paused) {
        return say(counts.heldUntil
            ? t`The topic is held until ${moment(counts.heldUntil)}: no instance starts its tasks. Due tasks wait in the state Ready.`
            : t`The topic is paused: no instance starts its tasks. Due tasks wait in the state Ready.`);
    }
    if (reason === 'LIMIT') {
        const info = limits.find(({ limit }) => limit.name === cause.limit.limit.name) ?? cause.limit;
        return say(t`${limitWords({ ...info, heldUntil: cause.limit.heldUntil, nextToken: cause.limit.nextToken })}.`, backlogWords(info, counts, rates));
    }
    if (reason === 'KEY') {
        return say(tNodes`All ready tasks wait for others of their keys, which come first: ${taskLinks(counts.group, cause.tasks)}.`);
    }
    if (reason === 'BATCH') {
        return say(t`${waitWords(cause)}.`);
    }
    if (isDrained(counts) || reason === 'DRAINED') {
        return say(t`All instances that consume the topic are drained: they start no task until they are undrained or started again.`);
    }
    if (consumers?.every(({ concurrency }) => !concurrency)) {
        return say(...noConsumer(counts, running));
    }
    return late
        ? { text: t`Overdue: the oldest ready task has waited for ${duration(counts.overdueMillis)}.`, more: consumers === undefined ? [] : [advice(limits)] }
        : null;
}

function noConsumer({ registered }, running) {
    if (running === false) {
        return [NOT_STARTED];
    }
    return [
        t`No instance consumes this topic: its tasks become due and wait, unless a pull consumer takes them.`,
        registered === false
            ? t`No application with a listener for it has started yet. Start one, add @DelayQueueListener with this group and topic, or check the name.`
            : t`Start an application with a listener for it, or a pull consumer. The applications that have one are stopped, still starting, or have this group disabled.`,
    ];
}

/** More instances do not help against a limit. */
const advice = (limits) =>
    limits.length > 0
        ? t`Tasks become due faster than the consumers finish them. Raise the concurrency, or look for a callback that hangs (tab Running).`
        : t`Tasks become due faster than the consumers finish them. Raise the concurrency, add instances, or look for a callback that hangs (tab Running).`;

/** Says that the instance that serves the page runs nothing. */
export const NOT_STARTED = t`The instance that serves this page is not started (delayqueue.start=manual): it consumes nothing until start() is called.`;

/** Marks a topic in a list by the one reason why its ready tasks wait, if that is a limit, a key or a drain. */
export function causeBadge() {
    const node = h('span', { class: 'badge is-paused', data: { testid: 'cause-badge' } });
    return {
        node,
        update(topic) {
            const [word, title] = badgeWords(topic);
            node.hidden = word === '';
            setText(node, word);
            setAttribute(node, 'title', title);
        },
    };
}

function badgeWords(topic) {
    if (topic.paused) {
        return ['', null];
    }
    if (topic.limit) {
        return [t`Limit`, t`Its ready tasks wait for the limit ${topic.limit}`];
    }
    if (topic.ready > 0 && topic.behind === topic.ready) {
        return [t`Key`, t`Its ready tasks wait for other tasks of their keys`];
    }
    return isDrained(topic) ? [t`Drained`, waitWords({ reason: 'DRAINED' })] : ['', null];
}
