import { fill, h, setAttribute, setText } from '../dom.js';
import { t } from '../language.js';
import { isLeaving } from '../remove.js';
import { restore } from '../repeat.js';
import { taskLink, topicLink } from '../router.js';
import { mayChange } from '../session.js';
import { agoWords, isOverdue, tickingTime, untilWords } from '../time.js';
import { clampedText } from './clamp.js';
import { button } from './dialog.js';
import { icon } from './icons.js';
import { missingBadge, orphanBadge, pausedBadge, stateBadge } from './states.js';
import { scheduleActions } from './taskactions.js';
import { repeatWords } from './taskoptions.js';

export const SCHEDULE_COLUMNS = [
    { key: 'id', label: t`Task`, class: 'col-main' },
    { key: 'repeats', label: t`Repeats`, class: 'col-text' },
    { key: 'next', label: t`Next run`, class: 'col-time' },
    { key: 'last', label: t`Last run`, class: 'col-time' },
    { key: 'actions', label: t`Actions`, hidden: true, class: 'col-actions col-many' },
];

/** Row of a declared task that was removed. */
export function missingRow({ group, id }, onChange) {
    const declared = h('p', { class: 'muted small wrap', data: { testid: 'declared-by' } });
    const actions = h('div', { class: 'actions' });
    let shown = null;
    return {
        cells: [
            h('div', { class: 'task-cell' }, h('span', { class: 'task-id' }, id), h('div', { class: 'muted small wrap' }, group), missingBadge(), declared),
            '–', '–', '–', actions,
        ],
        props: { data: { testid: 'missing-row' } },
        update({ instance, here }) {
            setText(declared, here || !mayChange() ? t`Declared by ${instance}` : t`Declared by ${instance}: its own dashboard can restore the task`);
            if (here !== shown) {
                shown = here;
                fill(actions, here && mayChange() ? button(t`Restore`, { kind: 'small', testid: 'restore', 'aria-label': t`Restore ${id}`, click: () => restore({ group, id }, onChange) }) : null);
            }
        },
    };
}

/** Row of the table of repeating tasks. */
export function scheduleRow(onChange) {
    const link = h('a', { class: 'task-id', data: { testid: 'task-link' } });
    const topic = h('a', { class: 'muted small wrap', data: { testid: 'topic-link' } });
    const orphan = h('div', { hidden: true }, orphanBadge());
    const line = clampedText({ class: 'muted task-line' });
    const repeats = h('span', { class: 'wrap', data: { testid: 'repeat' } });
    const late = icon('warning');
    const next = tickingTime((ms) => {
        const isLate = isOverdue(ms);
        setAttribute(late, 'hidden', isLate ? null : '');
        next.node.classList.toggle('overdue-text', isLate);
        return untilWords(ms);
    }, { data: { testid: 'next-run' } });
    const state = h('span', { class: 'head-badges' });
    const last = tickingTime(agoWords, { data: { testid: 'last-run' } });
    const outcome = h('span', { class: 'badge' });
    const actions = scheduleActions(onChange);
    let shown = '';
    return {
        cells: [
            h('div', { class: 'task-cell' }, h('span', {}, link), h('div', {}, topic), orphan, line.node),
            repeats,
            h('span', { class: 'next-run' }, late, ' ', next.node, ' ', state),
            h('span', {}, outcome, ' ', last.node),
            actions.node,
        ],
        props: { data: { testid: 'task-row' } },
        update(task) {
            setText(link, task.id);
            setAttribute(link, 'href', taskLink(task.group, task.id));
            setText(topic, `${task.group} / ${task.topic}`);
            setAttribute(topic, 'href', topicLink(task.group, task.topic));
            orphan.hidden = !task.orphan;
            line.set(task.description);
            setText(repeats, repeatWords(task.repeat));
            // A ready task is shown by its time too: perhaps no instance consumes its topic.
            const instant = task.state === 'DELAYED' ? task.stateUntil : task.state === 'READY' && !task.paused ? task.dueAt : null;
            next.node.hidden = !instant;
            setAttribute(late, 'hidden', '');
            next.set(instant);
            const now = `${task.state} ${task.paused}`;
            if (now !== shown) {
                shown = now;
                fill(state, task.paused ? pausedBadge() : null, task.state === 'DELAYED' ? null : stateBadge(task.state));
            }
            const run = task.lastRun;
            outcome.hidden = !run;
            setText(outcome, run ? (run.failed ? t`failed` : t`finished`) : '');
            setAttribute(outcome, 'class', run?.failed ? 'badge state-dead' : 'badge is-good');
            last.set(run?.endedAt);
            actions.update(task);
            link.closest('tr')?.classList.toggle('is-leaving', isLeaving(task));
        },
    };
}
