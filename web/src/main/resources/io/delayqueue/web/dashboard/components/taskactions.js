import { bulk, requeue, runNow, setPaused } from '../actions.js';
import { joined } from '../format.js';
import { interrupt } from '../interrupt.js';
import { t } from '../language.js';
import { removeTask, isLeaving } from '../remove.js';
import { fill, h } from '../dom.js';
import { setRepeatPaused } from '../repeat.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';
import { openReschedule } from './forms.js';
import { icon } from './icons.js';
import { openChangeRepeat } from './repeatform.js';

/** Name of a pull consumer: that of its instance, and a number. Its tasks are not interrupted. */
const PULL_CONSUMER = /-.+-p[0-9a-z]+$/;

/** Actions on a task by its state. */
function choices(task, done, edit) {
    const remove = (label) => ({ label, testid: 'remove', kind: 'quiet-danger', click: () => removeTask(task, done) });
    const reschedule = { label: t`Reschedule`, testid: 'reschedule', click: () => openReschedule(task, done) };
    return {
        DELAYED: [{ label: t`Run now`, testid: 'run-now', click: () => runNow(task, done) }, reschedule, remove(t`Remove`)],
        READY: [reschedule, remove(t`Remove`)],
        RESERVED: [
            ...(PULL_CONSUMER.test(task.instance ?? '') ? [] : [{ label: t`Interrupt`, testid: 'interrupt', click: () => interrupt(task, done) }]),
            remove(t`Remove`),
        ],
        DEAD: [
            { label: t`Requeue`, testid: 'requeue', click: () => requeue(task, done) },
            ...(edit && !task.payloadMasked ? [{ label: t`Edit and requeue`, testid: 'edit', click: () => edit(task) }] : []),
            { ...remove(t`Purge`), testid: 'purge' },
        ],
    }[task.state] ?? [];
}

/** Actions on the repetition of a task. */
function repeatChoices(task, done) {
    return [
        task.paused
            ? { label: t`Resume`, testid: 'resume-repeat', click: () => setRepeatPaused(task, false, done) }
            : { label: t`Pause`, testid: 'pause-repeat', click: () => setRepeatPaused(task, true, done) },
        { label: t`Change`, testid: 'change-repeat', click: () => openChangeRepeat(task, done) },
    ];
}

/** Actions on a task as a schedule: to run it and to remove it too. */
function scheduleChoices(task, done) {
    const all = choices(task, done);
    const run = all.filter(({ testid }) => testid === 'run-now' || testid === 'requeue');
    return [...run, ...repeatChoices(task, done), { ...all.at(-1), testid: 'end' }];
}

/** Buttons of a repeating task in a list of schedules. */
export const scheduleActions = (done) => taskActions(done, { of: scheduleChoices });

/** Buttons of a repeating task's own page. */
const allChoices = (task, done, edit) => [...(task.repeat ? repeatChoices(task, done) : []), ...choices(task, done, edit)];

/** Buttons of a task; they change only with its state. A dead letter can be edited if there is a function for it. */
export function taskActions(done, { small = true, edit, of = small ? choices : allChoices } = {}) {
    const node = h('div', { class: 'actions' });
    let shown = '';
    let current = null;
    return {
        node,
        update(task) {
            current = task;
            const now = `${task.state} ${task.paused} ${isLeaving(task)} ${mayChange()}`;
            if (now === shown) {
                return;
            }
            shown = now;
            if (isLeaving(task)) {
                fill(node, h('span', { class: 'muted' }, t`Being removed…`));
            } else if (mayChange()) {
                fill(node, of(task, done, edit).map(({ label, testid, kind }) =>
                    button(label, {
                        kind: joined([kind, small && 'small'], ' button-'),
                        testid,
                        'aria-label': small ? `${label} ${task.id}` : null,
                        click: () => of(current, done, edit).find((choice) => choice.testid === testid)?.click(),
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
    if (state === 'RETRYING' || state === 'HISTORY') {
        return [];
    }
    return state === 'DEAD'
        ? [
              button(t`Requeue all`, { kind: 'small', testid: 'requeue-all', click: () => bulk('requeue', topicNow(), done) }),
              button(t`Purge all`, { kind: 'quiet-danger button-small', testid: 'purge-all', click: () => bulk('purge', topicNow(), done) }),
          ]
        : [button(t`Remove all tasks`, { kind: 'quiet-danger button-small', testid: 'remove-all', click: () => bulk('remove', topicNow(), done) })];
}

/** Button that pauses or resumes, depending on the topic's state. */
export function pauseButton(topicNow, done) {
    const { paused } = topicNow();
    return button([icon(paused ? 'ready' : 'paused'), paused ? t`Resume` : t`Pause`], {
        kind: paused ? 'primary' : '',
        testid: paused ? 'resume' : 'pause',
        click: () => setPaused(topicNow(), !paused, done),
    });
}
