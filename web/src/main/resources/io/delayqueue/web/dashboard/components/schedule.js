import { fill, h, setText } from '../dom.js';
import { duration } from '../format.js';
import { t } from '../language.js';
import { at } from '../time.js';
import { repeatWords } from './taskoptions.js';

/** The repetition of a task, its last run and its next ones. */
export function scheduleFacts() {
    const repeat = h('dd', { class: 'wrap', data: { testid: 'repeat' } });
    const last = h('dd', { class: 'num', data: { testid: 'last-run' } });
    const runs = h('ol', { class: 'runs' });
    const none = h('span', { class: 'muted' });
    const node = h('dl', { class: 'facts' }, h('div', {}, h('dt', {}, t`Repeats`), repeat),
        h('div', {}, h('dt', {}, t`Last run`), last),
        h('div', {}, h('dt', {}, t`Next runs`), h('dd', { data: { testid: 'next-runs' } }, runs, none)));
    let shown = '';
    return {
        node,
        update(task) {
            setText(repeat, task.paused ? t`${repeatWords(task.repeat)}, paused` : repeatWords(task.repeat));
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
        return h('span', { class: 'muted' }, t`No run has ended yet.`);
    }
    const took = Date.parse(run.endedAt) - Date.parse(run.dueAt);
    return [h('span', { class: run.failed ? 'badge state-dead' : 'badge is-good' }, run.failed ? t`failed` : t`finished`), ' ',
        at(run.endedAt), ' ', h('span', { class: 'muted' }, t`${duration(took)} after its due time`)];
}

function unknown({ state, repeat, paused }) {
    if (paused && state === 'DELAYED') {
        return t`None until you resume the task.`;
    }
    if (state === 'DEAD') {
        return t`None: the task is dead. A requeue continues the repetition.`;
    }
    return repeat.delay === undefined ? t`This application cannot compute them.` : t`Known once the current run has ended.`;
}
