import { bulk, interrupt, requeue, runNow, setPaused } from '../actions.js';
import { removeTask, isLeaving } from '../remove.js';
import { fill, h } from '../dom.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';
import { openReschedule } from './forms.js';
import { icon } from './icons.js';

/** Name of a pull consumer: that of its instance, and a number. Its tasks are not interrupted. */
const PULL_CONSUMER = /-.+-p[0-9a-z]+$/;

/** Actions on a task by its state. */
function choices(task, done, edit) {
    const remove = (label) => ({ label, testid: 'remove', kind: 'quiet-danger', click: () => removeTask(task, done) });
    const reschedule = { label: 'Reschedule', testid: 'reschedule', click: () => openReschedule(task, done) };
    return {
        DELAYED: [{ label: 'Run now', testid: 'run-now', click: () => runNow(task, done) }, reschedule, remove('Remove')],
        READY: [reschedule, remove('Remove')],
        RESERVED: [
            ...(PULL_CONSUMER.test(task.instance ?? '') ? [] : [{ label: 'Interrupt', testid: 'interrupt', click: () => interrupt(task, done) }]),
            remove('Remove'),
        ],
        DEAD: [
            { label: 'Requeue', testid: 'requeue', click: () => requeue(task, done) },
            ...(edit && !task.payloadMasked ? [{ label: 'Edit and requeue', testid: 'edit', click: () => edit(task) }] : []),
            { ...remove('Purge'), testid: 'purge' },
        ],
    }[task.state] ?? [];
}

/** Buttons of a task; they change only with its state. A dead letter can be edited if there is a function for it. */
export function taskActions(done, { small = true, edit } = {}) {
    const node = h('div', { class: 'actions' });
    let shown = '';
    let current = null;
    return {
        node,
        update(task) {
            current = task;
            const now = `${task.state} ${isLeaving(task)} ${mayChange()}`;
            if (now === shown) {
                return;
            }
            shown = now;
            if (isLeaving(task)) {
                fill(node, h('span', { class: 'muted' }, 'Being removed…'));
            } else if (mayChange()) {
                fill(node, choices(task, done, edit).map(({ label, testid, kind }) =>
                    button(label, {
                        kind: [kind, small && 'small'].filter(Boolean).join(' button-'),
                        testid,
                        'aria-label': small ? `${label} ${task.id}` : null,
                        click: () => choices(current, done, edit).find((choice) => choice.testid === testid)?.click(),
                    })));
            } else {
                fill(node);
            }
        },
    };
}

/** Buttons for all tasks of a topic in the displayed state. */
export function bulkActions(state, topicNow, done) {
    if (!mayChange()) {
        return [];
    }
    return state === 'DEAD'
        ? [
              button('Requeue all', { kind: 'small', testid: 'requeue-all', click: () => bulk('requeue', topicNow(), done) }),
              button('Purge all', { kind: 'quiet-danger button-small', testid: 'purge-all', click: () => bulk('purge', topicNow(), done) }),
          ]
        : [button('Remove all tasks', { kind: 'quiet-danger button-small', testid: 'remove-all', click: () => bulk('remove', topicNow(), done) })];
}

/** Button that pauses or resumes, depending on the topic's state. */
export function pauseButton(topicNow, done) {
    const { paused } = topicNow();
    return button([icon(paused ? 'ready' : 'paused'), paused ? 'Resume' : 'Pause'], {
        kind: paused ? 'primary' : '',
        testid: paused ? 'resume' : 'pause',
        click: () => setPaused(topicNow(), !paused, done),
    });
}
