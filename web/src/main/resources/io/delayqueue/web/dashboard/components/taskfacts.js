import { h, setText } from '../dom.js';
import { exactly, moment } from '../format.js';
import { agoWords, leftWords, tickingTime, untilWords } from '../time.js';

/** Facts about the state of a task and its end. */
export function taskFacts() {
    const until = { DELAYED: fact('Due', untilWords), READY: fact('Due since', agoWords), RESERVED: fact('Lease', leftWords), DEAD: fact('Died', agoWords) };
    const due = plain('First due');
    const attempts = plain('Attempts');
    const instance = plain('Last taken by', 'mono wrap');
    const priority = plain('Priority');
    const node = h('dl', { class: 'facts' }, [...Object.values(until), attempts, instance, due, priority].map(({ row }) => row));
    return {
        node,
        update(task) {
            Object.entries(until).forEach(([state, { row, time, exact }]) => {
                row.hidden = state !== task.state;
                const instant = state === 'READY' ? task.dueAt : task.stateUntil ?? task.dueAt;
                if (state === task.state) {
                    time.set(instant);
                    setText(exact, moment(instant));
                }
            });
            setText(due.value, moment(task.dueAt));
            due.value.title = exactly(task.dueAt);
            setText(attempts.value, task.attempts);
            setText(instance.value, task.instance ?? '');
            instance.row.hidden = !task.instance;
            setText(priority.value, String(task.priority ?? 'NORMAL').toLowerCase());
        },
    };
}

function fact(label, words) {
    const time = tickingTime(words, { class: 'num strong', data: { testid: 'countdown' } });
    const exact = h('span', { class: 'muted num' });
    return { row: h('div', {}, h('dt', {}, label), h('dd', {}, time.node, ' ', exact)), time, exact };
}

function plain(label, kind = '') {
    const value = h('dd', { class: `num ${kind}` });
    return { row: h('div', {}, h('dt', {}, label), value), value };
}
