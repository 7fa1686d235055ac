import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { at } from '../time.js';
import { clampedText } from './clamp.js';
import { icon } from './icons.js';
import { errorWords } from './records.js';
import { deadWords } from './states.js';
import { waitWords } from './waits.js';

const NOW = {
    DELAYED: (task) => (task.attempts > 0 ? t`Waits for its next attempt` : t`Waits for its first attempt`),
    READY: (task, wait) => (wait ? t`Waits: ${waitWords(wait)}` : t`Waits to begin`),
    RESERVED: (task) => t`Attempt ${task.attempts} runs`,
    DEAD: ({ error }) => t`Dead: ${deadWords(error?.deadReason) ?? t`its attempts are exhausted, it was rejected, or it cannot be read`}`,
};

const OUTCOMES = { FAILED: t`failed`, LEASE_EXPIRED: t`lease expired` };

/** Lists the current state of a task and its attempts, newest first. */
export function attemptTimeline() {
    const node = h('ol', { class: 'timeline', data: { testid: 'timeline' } });
    let shown = '';
    return {
        node,
        /** @param wait why the task waits; null if that is not known */
        update(task, wait) {
            const failed = task.failedAttempts ?? (task.error ? [{ ...task.error, outcome: 'FAILED' }] : []);
            const now = JSON.stringify([task.state, task.attempts, task.instance, failed, task.error?.deadReason, wait && waitWords(wait)]);
            if (now === shown) {
                return;
            }
            shown = now;
            const older = failed.length > 0 ? failed[failed.length - 1].attempt - 1 : 0;
            fill(node, current(task, wait), failed.map(attemptEntry), older > 0 ? h('li', { class: 'timeline-item muted' }, older === 1 ? t`${older} older attempt is not kept` : t`${older} older attempts are not kept`) : null);
        },
    };
}

function current(task, wait) {
    const name = { DELAYED: 'delayed', READY: 'ready', RESERVED: 'running', DEAD: 'dead' }[task.state];
    return h('li', { class: `timeline-item state-${name}` }, icon(name), h('div', {}, h('p', { class: 'strong' }, NOW[task.state]?.(task, wait) ?? task.state),
        task.state === 'RESERVED' && task.instance ? h('p', { class: 'muted mono wrap' }, t`on ${task.instance}`) : null));
}

/** Attempt that went wrong. */
export function attemptEntry({ attempt, at: when, instance, outcome, type, message }) {
    const reason = clampedText({ title: type ?? '' });
    reason.set(errorWords(type, message));
    return h('li', { class: 'timeline-item is-failed', data: { testid: 'attempt' } }, icon('dead'), h('div', {},
        h('p', {}, h('span', { class: 'strong' }, t`Attempt ${attempt} ${OUTCOMES[outcome] ?? outcome}`), ' ', at(when, { class: 'num muted' })),
        type || message ? reason.node : null,
        instance ? h('p', { class: 'muted mono wrap' }, t`on ${instance}`) : null));
}
