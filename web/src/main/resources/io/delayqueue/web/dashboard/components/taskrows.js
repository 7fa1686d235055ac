import { t } from '../language.js';
import { isLeaving } from '../remove.js';
import { h, redraw, setAttribute, setText } from '../dom.js';
import { count, exactly, moment } from '../format.js';
import { taskLink, topicLink } from '../router.js';
import { agoWords, leftWords, tickingTime, untilWords } from '../time.js';
import { clampedText } from './clamp.js';
import { errorDetails } from './errordetails.js';
import { errorWords, labelWords } from './records.js';
import { deadWords, stateBadge } from './states.js';
import { taskActions } from './taskactions.js';
import { priorityWord, repeatWords } from './taskoptions.js';

const ID = { key: 'id', label: t`Task`, class: 'col-main' };
const ACTIONS = { key: 'actions', label: t`Actions`, hidden: true, class: 'col-actions' };
const ATTEMPTS = { key: 'attempts', label: t`Attempts`, class: 'col-num' };

/** Columns of the table of each state. */
export const COLUMNS = {
    DELAYED: [ID, { key: 'due', label: t`Due`, class: 'col-time' }, ATTEMPTS, ACTIONS],
    READY: [ID, { key: 'due', label: t`Due`, class: 'col-time' }, ATTEMPTS, ACTIONS],
    RESERVED: [ID, { key: 'instance', label: t`Instance`, class: 'col-text' }, { key: 'began', label: t`Began`, class: 'col-time' }, { key: 'lease', label: t`Lease`, class: 'col-time' }, { ...ATTEMPTS, label: t`Attempt` }, ACTIONS],
    RETRYING: [ID, { key: 'error', label: t`Error`, class: 'col-error' }, { key: 'next', label: t`Next attempt`, class: 'col-time' }, ATTEMPTS, ACTIONS],
    FOUND: [ID, { key: 'topic', label: t`Topic`, class: 'col-text' }, { key: 'state', label: t`State`, class: 'col-text' }, { key: 'due', label: t`Due`, class: 'col-time' }, ATTEMPTS, ACTIONS],
    DEAD: [ID, { key: 'error', label: t`Error`, class: 'col-error' }, { key: 'died', label: t`Died`, class: 'col-time' }, ATTEMPTS, ACTIONS],
};

/** Row of the table of one state; with a checkbox if there is a choice. */
export function taskRow(state, onChange, hostOf, choice = null) {
    const link = h('a', { class: 'task-id', data: { testid: 'task-link' } });
    const line = clampedText({ class: 'muted task-line' });
    const priority = h('span', { class: 'badge badge-plain' });
    const repeats = h('span', { class: 'badge badge-plain', data: { testid: 'repeats' } }, t`repeats`);
    const key = h('span', { class: 'muted small wrap', data: { testid: 'row-key' } });
    const attempts = h('span', { class: 'num' });
    const actions = taskActions(onChange);
    const middle = MIDDLE[state](hostOf);
    const id = h('div', { class: 'task-cell' }, h('span', {}, link, ' ', priority, ' ', repeats), key, line.node);
    return {
        cells: [choice ? h('div', { class: 'task-choice' }, choice.node, id) : id, ...middle.cells, attempts, actions.node],
        props: { data: { testid: 'task-row' } },
        update(task) {
            setText(link, task.id);
            setAttribute(link, 'href', taskLink(task.group, task.id));
            line.set(task.description);
            setText(key, labelWords(task));
            key.hidden = key.textContent === '';
            const plain = !task.priority || task.priority === 'NORMAL';
            priority.hidden = plain;
            setText(priority, plain ? '' : priorityWord(task.priority));
            repeats.hidden = !task.repeat;
            setText(repeats, task.paused ? t`paused` : t`repeats`);
            repeats.title = task.repeat ? repeatWords(task.repeat) : '';
            const most = task.maxAttempts ?? task.topicDefaults?.maxAttempts;
            setText(attempts, most ? t`${count(task.attempts)} of ${count(most)}` : count(task.attempts));
            middle.update(task);
            actions.update(task);
            choice?.update(task);
            link.closest('tr')?.classList.toggle('is-leaving', isLeaving(task));
        },
    };
}

const ticking = (words, of, testid) => {
    const time = tickingTime(words, { data: { testid } });
    return { cells: [time.node], update: (task) => time.set(of(task)) };
};

const MIDDLE = {
    DELAYED: () => ticking(untilWords, (task) => task.stateUntil ?? (task.paused ? null : task.dueAt), 'countdown'),
    READY: () => ticking(agoWords, (task) => task.dueAt, 'due-since'),
    RESERVED: (hostOf) => {
        const host = h('span', { class: 'wrap strong' });
        const instance = h('span', { class: 'muted small mono wrap', data: { testid: 'instance' } });
        const began = tickingTime(agoWords, { data: { testid: 'began' } });
        const lease = tickingTime(leftWords, { data: { testid: 'lease' } });
        return {
            cells: [h('div', { class: 'host-cell' }, host, instance), began.node, lease.node],
            update(task) {
                setText(host, hostOf(task.instance));
                host.hidden = host.textContent === '';
                setText(instance, task.instance ?? t`unknown`);
                began.set(task.reservedAt);
                lease.set(task.stateUntil);
            },
        };
    },
    RETRYING: () => {
        const error = errorDetails();
        const next = tickingTime(untilWords, { data: { testid: 'next-attempt' } });
        const now = h('span');
        return {
            cells: [error.node, h('div', {}, next.node, now)],
            update(task) {
                const waits = task.state === 'DELAYED';
                error.update(task.error);
                next.node.hidden = !waits;
                next.set(waits ? task.stateUntil : null);
                redraw(now, task.state, () => (waits ? [] : stateBadge(task.state)));
            },
        };
    },
    FOUND: () => {
        const topic = h('a', { class: 'wrap' });
        const state = h('span');
        const error = clampedText({ class: 'muted small', data: { testid: 'found-error' } });
        const due = h('time', { class: 'num', data: { testid: 'found-due' } });
        return {
            cells: [topic, h('div', {}, state, error.node), due],
            update(task) {
                setText(topic, `${task.group} / ${task.topic}`);
                setAttribute(topic, 'href', topicLink(task.group, task.topic));
                redraw(state, task.state, () => stateBadge(task.state));
                error.set(errorWords(task.error?.type, task.error?.message));
                const instant = (task.state === 'DELAYED' && task.stateUntil) || task.dueAt;
                setText(due, moment(instant));
                setAttribute(due, 'title', exactly(instant));
                setAttribute(due, 'datetime', instant);
            },
        };
    },
    DEAD: () => {
        const error = errorDetails();
        const died = tickingTime(agoWords, { data: { testid: 'died' } });
        const why = h('span', { class: 'muted small', data: { testid: 'dead-reason' } });
        return {
            cells: [error.node, h('div', { class: 'died-cell' }, died.node, why)],
            update(task) {
                error.update(task.error);
                setText(why, deadWords(task.error?.deadReason));
                died.set(task.stateUntil ?? task.error?.at);
            },
        };
    },
};
