import { count, duration, isoMillis } from '../format.js';

const DEFAULT = 'topic’s default';

const length = (text) => duration(isoMillis(text));

/** Value of the task, or that of its topic as far as this application knows it. */
function ownOr(own, topics, words) {
    if (own !== undefined) {
        return words(own);
    }
    return topics === undefined ? DEFAULT : `${words(topics)} (${DEFAULT})`;
}

/** “3 of 5”, or the number of attempts and whose limit applies. */
export function attemptsWords({ attempts, maxAttempts, topicDefaults }) {
    const limit = maxAttempts ?? topicDefaults?.maxAttempts;
    if (limit === undefined && topicDefaults) {
        return count(attempts);
    }
    return limit === undefined ? `${count(attempts)} (limit: ${DEFAULT})` : `${count(attempts)} of ${ownOr(maxAttempts, limit, count)}`;
}

export function ttrWords({ ttr, topicDefaults }) {
    return topicDefaults && ttr === undefined && topicDefaults.ttr === undefined
        ? `no limit (${DEFAULT})`
        : ownOr(ttr, topicDefaults?.ttr, length);
}

/** Age at which retries end: that of the task, or of its topic if the task limits its retries in no way; empty if there is none. */
export function ageWords({ maxAttempts, retryFor, topicDefaults }) {
    const age = retryFor ?? (maxAttempts === undefined ? topicDefaults?.retryFor : undefined);
    return age === undefined ? '' : `${length(age)} after the begin of the first attempt`;
}

/** The last time at which an attempt may begin; undefined if there is none. */
export function latestStart({ dueAt, notAfter, within, topicDefaults }) {
    const time = within ?? topicDefaults?.within;
    return notAfter ?? (time === undefined ? undefined : new Date(Date.parse(dueAt) + isoMillis(time)).toISOString());
}

export const retryWords = ({ retry, topicDefaults }) => ownOr(retry, topicDefaults?.retry, backoffWords);

function backoffWords({ initialDelay, multiplier, maxDelay, jitter }) {
    const random = jitter > 0 ? `, ± ${Math.round(jitter * 100)} %` : '';
    return multiplier === 1 || maxDelay === initialDelay
        ? `after ${length(initialDelay)}${random}`
        : `after ${length(initialDelay)}, then × ${multiplier} each time, up to ${length(maxDelay)}${random}`;
}

/** When a task runs again, in words. */
export function repeatWords({ rate, delay, cron, zone }) {
    if (rate !== undefined) {
        return `every ${length(rate)}`;
    }
    return delay === undefined ? `cron ${cron} (${zone === 'Z' ? 'UTC' : zone})` : `${length(delay)} after the end of each run`;
}
