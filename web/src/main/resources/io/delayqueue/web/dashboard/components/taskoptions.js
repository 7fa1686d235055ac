import { count, duration, isoMillis } from '../format.js';
import { t } from '../language.js';

const DEFAULT = t`topic’s default`;

const PRIORITIES = { HIGH: t`high`, NORMAL: t`normal`, LOW: t`low` };

export const priorityWord = (priority = 'NORMAL') => PRIORITIES[priority] ?? priority;

export const length = (text) => duration(isoMillis(text));

/** Value of the task, or that of its topic as far as this application knows it. */
function ownOr(own, topics, words) {
    if (own !== undefined) {
        return words(own);
    }
    return topics === undefined ? DEFAULT : t`${words(topics)} (${DEFAULT})`;
}

/** “3 of 5”, or the number of attempts and whose limit applies. */
export function attemptsWords({ attempts, maxAttempts, topicDefaults }) {
    const limit = maxAttempts ?? topicDefaults?.maxAttempts;
    if (limit === undefined && topicDefaults) {
        return count(attempts);
    }
    return limit === undefined ? t`${count(attempts)} (limit: ${DEFAULT})` : t`${count(attempts)} of ${ownOr(maxAttempts, limit, count)}`;
}

export function ttrWords({ ttr, topicDefaults }) {
    return topicDefaults && ttr === undefined && topicDefaults.ttr === undefined
        ? t`no limit (${DEFAULT})`
        : ownOr(ttr, topicDefaults?.ttr, length);
}

/** Age at which retries end: that of the task, or of its topic if the task limits its retries in no way; empty if there is none. */
export function ageWords({ maxAttempts, retryFor, topicDefaults }) {
    const age = retryFor ?? (maxAttempts === undefined ? topicDefaults?.retryFor : undefined);
    return age === undefined ? '' : ageOf(age);
}

export const ageOf = (age) => t`${length(age)} after the begin of the first attempt`;

/** The last time at which an attempt may begin; undefined if there is none. */
export function latestStart({ dueAt, notAfter, within, topicDefaults }) {
    const time = within ?? topicDefaults?.within;
    return notAfter ?? (time === undefined ? undefined : new Date(Date.parse(dueAt) + isoMillis(time)).toISOString());
}

export const retryWords = ({ retry, topicDefaults }) => ownOr(retry, topicDefaults?.retry, backoffWords);

export function backoffWords({ initialDelay, multiplier, maxDelay, jitter }) {
    const random = jitter > 0 ? t`, ± ${Math.round(jitter * 100)} %` : '';
    return multiplier === 1 || maxDelay === initialDelay
        ? t`after ${length(initialDelay)}${random}`
        : t`after ${length(initialDelay)}, then × ${multiplier} each time, up to ${length(maxDelay)}${random}`;
}

/** When a task runs again, in words. */
export function repeatWords({ rate, delay, cron, zone }) {
    if (rate !== undefined) {
        return t`every ${length(rate)}`;
    }
    return delay === undefined ? `cron ${cron} (${zone === 'Z' ? 'UTC' : zone})` : t`${length(delay)} after the end of each run`;
}
