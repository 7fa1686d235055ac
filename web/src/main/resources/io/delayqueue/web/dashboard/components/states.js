import { totalOf } from '../attention.js';
import { h, reconcile, setAttribute, setText } from '../dom.js';
import { compact, count } from '../format.js';
import { t } from '../language.js';
import { icon } from './icons.js';

/** States of a task: the name in the API, the displayed name, the member of counts. */
export const STATES = [
    { state: 'DELAYED', name: 'delayed', label: t`Delayed` },
    { state: 'READY', name: 'ready', label: t`Ready` },
    { state: 'RESERVED', name: 'running', label: t`Running`, member: 'reserved' },
    { state: 'DEAD', name: 'dead', label: t`Dead` },
].map((entry) => ({ member: entry.name, ...entry }));

/** Tab of a topic that is no state: its tasks are delayed, ready or running. */
export const RETRYING = { state: 'RETRYING', name: 'retrying', label: t`Retrying`, member: 'retrying' };

/** Tab of a topic with the records of tasks that have ended. */
export const HISTORY = { state: 'HISTORY', name: 'history', label: t`History`, member: 'records' };

export const stateOf = (state) => STATES.find((entry) => entry.state === state) ?? STATES[0];

/** Shows a state as a coloured shape with its name. */
export function stateBadge(state) {
    const { name, label } = stateOf(state);
    return h('span', { class: `badge state-${name}`, data: { testid: 'state', state } }, icon(name), label);
}

export const pausedBadge = (heldUntil) =>
    h('span', { class: 'badge is-paused', data: { testid: 'paused-badge' } }, icon('paused'), heldUntil ? t`Held` : t`Paused`);

const DEAD_WORDS = {
    ATTEMPTS_EXHAUSTED: t`its attempts are exhausted`,
    REJECTED: t`it was rejected`,
    EXPIRED: t`it was too late`,
    UNREADABLE: t`it cannot be read`,
};

/** Why a task became a dead letter; undefined for a reason that is not known. */
export const deadWords = (reason) => DEAD_WORDS[reason];

const UNREGISTERED = t`Not registered by any application: its tasks wait until one consumes them. Check the name.`;

export const unregisteredBadge = () =>
    h('span', { class: 'badge is-warning', title: UNREGISTERED, data: { testid: 'unregistered-badge' } }, icon('warning'), t`Not registered`);

const ORPHAN = t`A declaration in code added this task. No running instance has that declaration. The task repeats until you remove it.`;

export const orphanBadge = () =>
    h('span', { class: 'badge is-warning', title: ORPHAN, data: { testid: 'orphan-badge' } }, icon('warning'), t`Not declared`);

const MISSING = t`A running instance declares this task, but it was removed: it does not run.`;

export const missingBadge = () =>
    h('span', { class: 'badge is-warning', title: MISSING, data: { testid: 'missing-badge' } }, icon('warning'), t`Missing`);

export const noConsumerBadge = () =>
    h('span', { class: 'badge is-warning', title: t`No instance consumes this topic: its tasks wait, unless a pull consumer takes them.`, data: { testid: 'no-consumer-badge' } }, icon('warning'), t`No consumer`);

/**
 * Bar of a number of tasks on a logarithmic scale, with a part for each state, the number beside it, and a text alternative. The
 * deepest one fills its place.
 */
export function depthBar() {
    const parts = h('div', { class: 'depth-parts' });
    const bar = h('div', { class: 'depth', role: 'img' }, parts);
    const number = h('span', { class: 'num depth-total', 'aria-hidden': 'true' });
    return {
        node: h('div', { class: 'depth-box' }, bar, number),
        /** @param {number} deepest the total of the deepest bar beside it */
        update(counts, deepest) {
            const total = totalOf(counts);
            const present = STATES.filter(({ member }) => (counts[member] ?? 0) > 0);
            const words = STATES.map(({ member, label }) => t`${count(counts[member])} ${label.toLowerCase()}`).join(t`, `);
            setAttribute(bar, 'aria-label', words);
            bar.title = words;
            setText(number, compact(total));
            number.classList.toggle('is-zero', total === 0);
            reconcile(parts, present, ({ name }) => name, ({ name, member }) => {
                const part = h('span', { class: `depth-part fill-${name}` });
                return { node: part, update: () => {}, member };
            });
            // Set by script, because the content security policy forbids style attributes.
            present.forEach(({ member }, i) => (parts.children[i].style.flexGrow = String(counts[member])));
            parts.style.width = total === 0 ? '0' : `${(100 * Math.log1p(total)) / Math.log1p(Math.max(total, deepest))}%`;
        },
    };
}

/** Names the colours of depth bars, and their scale. */
export const depthLegend = () =>
    h('p', { class: 'depth-legend', data: { testid: 'depth-legend' } },
        STATES.map(({ name, label }) => h('span', { class: 'depth-key' }, h('span', { class: `depth-swatch fill-${name}`, 'aria-hidden': 'true' }), label.toLowerCase())),
        h('span', {}, t`Length: logarithmic; parts: their shares`));

/** Shows the four counts with shapes and names. */
export function stateCounts() {
    const values = STATES.map(({ name, label }) => ({ name, label, value: h('span', { class: 'num strong' }) }));
    const node = h('ul', { class: 'state-counts' },
        values.map(({ name, label, value }) =>
            h('li', { class: `state-count state-${name}` }, icon(name), value, ' ', h('span', { class: 'muted' }, label.toLowerCase()))));
    return {
        node,
        update(counts) {
            STATES.forEach(({ member }, i) => setText(values[i].value, compact(counts[member])));
        },
    };
}
