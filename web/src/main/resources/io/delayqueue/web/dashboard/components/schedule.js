import { fill, h, setText } from '../dom.js';
import { duration } from '../format.js';
import { at } from '../time.js';
import { repeatWords } from './taskoptions.js';

/** The repetition of a task, its last run and its next ones. */
export function scheduleFacts() {
    const repeat = h('dd', { class: 'wrap', data: { testid: 'repeat' } });
    const last = h('dd', { class: 'num', data: { testid: 'last-run' } });
    const runs = h('ol', { class: 'runs' });
    const none = h('span', { class: 'muted' });
    const node = h('dl', { class: 'facts' }, h('div', {}, h('dt', {}, 'Repeats'), repeat),
        h('div', {}, h('dt', {}, 'Last run'), last),
        h('div', {}, h('dt', {}, 'Next runs'), h('dd', { data: { testid: 'next-runs' } }, runs, none)));
    let shown = '';
    return {
        node,
        update(task) {
            setText(repeat, `${repeatWords(task.repeat)}${task.paused ? ', paused' : ''}`);
            const now = JSON.stringify([task.nextRuns, task.state, task.lastRun, task.paused]);
            if (now !== shown) {
                shown = now;
                const known = task.nextRuns ?? [];
                fill(last, lastRun(task.lastRun));
                fill(runs, known.map((instant) => h('li', {}, at(instant))));
                setText(none, known.length > 0 ? '' : unknown(task));
            }
        },
    };
}

function lastRun(run) {
    if (!run) {
        return h('span', { class: 'muted' }, 'No run has ended yet.');
    }
    const took = Date.parse(run.endedAt) - Date.parse(run.dueAt);
    return [h('span', { class: run.failed ? 'badge state-dead' : 'badge is-good' }, run.failed ? 'failed' : 'finished'), ' ',
        at(run.endedAt), h('span', { class: 'muted' }, ` ${duration(took)} after its due time`)];
}

function unknown({ state, repeat, paused }) {
    if (paused && state === 'DELAYED') {
        return 'None until you resume the task.';
    }
    if (state === 'DEAD') {
        return 'None: the task is dead. A requeue continues the repetition.';
    }
    return repeat.delay === undefined ? 'This application cannot compute them.' : 'Known once the current run has ended.';
}
