import { h, reconcile, setAttribute, setText } from '../dom.js';
import { compact, count } from '../format.js';
import { icon } from './icons.js';

/** States of a task: the name in the API, the displayed name, the member of counts. */
export const STATES = [
    { state: 'DELAYED', name: 'delayed', label: 'Delayed' },
    { state: 'READY', name: 'ready', label: 'Ready' },
    { state: 'RESERVED', name: 'running', label: 'Running', member: 'reserved' },
    { state: 'DEAD', name: 'dead', label: 'Dead' },
].map((entry) => ({ member: entry.name, ...entry }));

export const stateOf = (state) => STATES.find((entry) => entry.state === state) ?? STATES[0];

/** Shows a state as a coloured shape with its name. */
export function stateBadge(state) {
    const { name, label } = stateOf(state);
    return h('span', { class: `badge state-${name}`, data: { testid: 'state', state } }, icon(name), label);
}

export const pausedBadge = () =>
    h('span', { class: 'badge is-paused', data: { testid: 'paused-badge' } }, icon('paused'), 'Paused');

/** Bar with a part for each state, proportional to its tasks, and a text alternative. */
export function depthBar() {
    const node = h('div', { class: 'depth', role: 'img' });
    return {
        node,
        update(counts) {
            const present = STATES.filter(({ member }) => (counts[member] ?? 0) > 0);
            const words = STATES.map(({ member, name }) => `${count(counts[member])} ${name}`).join(', ');
            setAttribute(node, 'aria-label', words);
            node.title = words;
            reconcile(node, present, ({ name }) => name, ({ name, member }) => {
                const part = h('span', { class: `depth-part fill-${name}` });
                return { node: part, update: () => {}, member };
            });
            // Set by script, because the content security policy forbids style attributes.
            present.forEach(({ member }, i) => (node.children[i].style.flexGrow = String(counts[member])));
        },
    };
}

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
