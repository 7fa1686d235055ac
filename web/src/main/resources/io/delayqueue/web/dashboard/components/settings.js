import { get, path } from '../api.js';
import { fill, h } from '../dom.js';
import { count, joined } from '../format.js';
import { t } from '../language.js';
import { valueWords } from '../limits.js';
import { orderWords } from './keypanel.js';
import { ageOf, backoffWords, length } from './taskoptions.js';

/** Labels of options, and their values in words. */
const WORDS = {
    concurrency: [t`Concurrency`, count],
    batch: [t`Batches`, ({ size, least, longestWait }) => (longestWait ? t`up to ${count(size)} tasks, from ${count(least)} on or after ${length(longestWait)}` : t`up to ${count(size)} tasks`)],
    limits: [t`Limits`, ({ globalConcurrency, rate, names }) => joined([valueWords({ concurrency: globalConcurrency, rate }), ...names], t`, `)],
    keyOrder: [t`Keys`, orderWords],
    ttr: [t`Time to run`, length],
    maxAttempts: [t`Attempts`, count],
    retryPolicy: [t`Retries`, (policy) => (policy.initial ? backoffWords({ ...policy, initialDelay: policy.initial, maxDelay: policy.max }) : policy)],
    retryFor: [t`Retries end`, ageOf],
    noRetryFor: [t`Not retried`, (types) => types.join(t`, `)],
    within: [t`May begin until`, (time) => t`${length(time)} after the due time`],
    whenExpired: [t`If too late`, (fate) => (fate === 'DROP' ? t`removed` : t`dead letter`)],
};

/** Groups of the values of each option, with the instances that have them. */
function options(instances) {
    const names = new Set(instances.flatMap(({ settings }) => Object.keys(settings)));
    return [...names].map((name) => {
        const values = new Map();
        for (const { host, pid, settings } of instances) {
            const value = JSON.stringify(settings[name] ?? null);
            values.set(value, [...(values.get(value) ?? []), `${host}:${pid}`]);
        }
        return { name, values: [...values].map(([value, where]) => ({ value: JSON.parse(value), where })) };
    });
}

function fact({ name, values }) {
    const [label, words] = WORDS[name] ?? [name, (value) => JSON.stringify(value)];
    return h('div', { data: { testid: `setting-${name}` } }, h('dt', {}, label), values.map(({ value, where }) =>
        h('dd', { class: 'wrap' }, value === null ? t`not set` : words(value), values.length > 1 ? h('span', { class: 'muted small' }, ' ', t`on ${where.join(t`, `)}`) : null)));
}

/** Settings of a topic as the instances report them that consume it. They are read when they are opened. */
export function settingsPanel(group, topic) {
    const box = h('div');
    const node = h('details', { class: 'panel', data: { testid: 'settings' }, on: { toggle: () => node.open && read() } }, h('summary', {}, t`Settings`), box);

    async function read() {
        try {
            const { instances } = await get(path`groups/${group}/topics/${topic}/settings`);
            const known = instances.filter(({ settings }) => settings);
            const silent = instances.filter(({ settings }) => !settings).map(({ host, pid }) => `${host}:${pid}`);
            const found = options(known);
            fill(box,
                found.some(({ values }) => values.length > 1) ? h('p', { class: 'overdue-text', data: { testid: 'settings-differ' } }, t`The instances have different settings.`) : null,
                known.length === 0 ? h('p', { class: 'muted' }, t`No instance reports settings of this topic.`) : h('dl', { class: 'facts' }, found.map(fact)),
                silent.length > 0 ? h('p', { class: 'muted wrap' }, t`Not reported by ${silent.join(t`, `)}`) : null);
        } catch (error) {
            fill(box, h('p', { class: 'muted' }, error.message));
        }
    }

    return node;
}
