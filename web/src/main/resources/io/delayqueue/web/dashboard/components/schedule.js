import { fill, h, setText } from '../dom.js';
import { at } from '../time.js';
import { repeatWords } from './taskoptions.js';

/** The repetition of a task and its next runs. */
export function scheduleFacts() {
    const repeat = h('dd', { class: 'wrap', data: { testid: 'repeat' } });
    const runs = h('ol', { class: 'runs' });
    const none = h('span', { class: 'muted' });
    const node = h('dl', { class: 'facts' }, h('div', {}, h('dt', {}, 'Repeats'), repeat),
        h('div', {}, h('dt', {}, 'Next runs'), h('dd', { data: { testid: 'next-runs' } }, runs, none)));
    let shown = '';
    return {
        node,
        update(task) {
            setText(repeat, repeatWords(task.repeat));
            const now = JSON.stringify([task.nextRuns, task.state]);
            if (now !== shown) {
                shown = now;
                const known = task.nextRuns ?? [];
                fill(runs, known.map((instant) => h('li', {}, at(instant))));
                setText(none, known.length > 0 ? '' : unknown(task));
            }
        },
    };
}

function unknown({ state, repeat }) {
    if (state === 'DEAD') {
        return 'None: the task is dead. A requeue continues the repetition.';
    }
    return repeat.delay === undefined ? 'They cannot be computed here.' : 'Known when this run has ended.';
}
