import { isPaused } from '../actions.js';
import { fill, h, redraw, setText } from '../dom.js';
import { exactly, moment } from '../format.js';
import { t } from '../language.js';
import { link } from '../router.js';
import { agoWords, leftWords, tickingTime, untilWords } from '../time.js';
import { taskLinks } from './keypanel.js';
import { progressWords } from './records.js';
import { ageWords, attemptsWords, latestStart, priorityWord, retryWords, ttrWords } from './taskoptions.js';
import { waitWords } from './waits.js';

/** Facts about the state of a task and its end. */
export function taskFacts() {
    const until = { DELAYED: fact(t`Due`, untilWords), READY: fact(t`Due`, agoWords), RESERVED: fact(t`Lease`, leftWords), DEAD: fact(t`Died`, agoWords) };
    const began = fact(t`Began`, agoWords, 'began');
    const progress = progressFact();
    const waits = plain(t`Waits`, 'wrap');
    const key = plain(t`Key`, 'mono wrap');
    key.value.dataset.testid = 'task-key';
    const tags = plain(t`Tags`, 'mono wrap');
    tags.value.dataset.testid = 'task-tags';
    waits.value.dataset.testid = 'task-waits';
    let shownWait = '';
    const due = plain(t`First due`);
    const attempts = plain(t`Attempts`);
    const instance = plain(t`Last reserved by`, 'mono wrap');
    const priority = plain(t`Priority`);
    const ttr = plain(t`Time to run`);
    const retry = plain(t`Retries`);
    const age = plain(t`Retries end`);
    const latest = plain(t`May begin until`);
    const node = h('dl', { class: 'facts', data: { testid: 'task-facts' } },
        [began, progress, ...Object.values(until), waits, attempts, retry, age, latest, ttr, instance, due, priority, key, tags].map(({ row }) => row));
    return {
        node,
        /** @param wait why the task waits; null if that is not known */
        update(task, wait) {
            Object.entries(until).forEach(([state, { row, time, exact }]) => {
                row.hidden = state !== task.state;
                const instant = isPaused(task) ? null : state === 'READY' ? task.dueAt : task.stateUntil ?? task.dueAt;
                if (state === task.state) {
                    time.set(instant);
                    setText(exact, instant === null ? t`paused` : moment(instant));
                }
            });
            waits.row.hidden = wait === null;
            const words = wait === null ? '' : waitWords(wait);
            const reason = words + (wait?.tasks ?? []).join(' ');
            if (reason !== shownWait) {
                shownWait = reason;
                fill(waits.value, words, wait?.tasks.length ? [': ', taskLinks(task.group, wait.tasks)] : null);
            }
            key.row.hidden = !task.key;
            setText(key.value, task.key);
            tags.row.hidden = !task.tags;
            redraw(tags.value, (task.tags ?? []).join('\n'), () => (task.tags ?? []).map((tag, i) => [i === 0 ? '' : t`, `, h('a', { href: link(['find'], { id: tag }) }, tag)]));
            began.row.hidden = !task.reservedAt;
            if (task.reservedAt) {
                began.time.set(task.reservedAt);
                setText(began.exact, moment(task.reservedAt));
            }
            progress.update(task.progress);
            setText(due.value, moment(task.dueAt));
            due.value.title = exactly(task.dueAt);
            // Attempts have begun: it waits for the next one. Else a task that repeats waits for its next run.
            setText(until.DELAYED.label, task.attempts > 0 ? t`Next attempt` : task.repeat ? t`Next run` : t`Due`);
            setText(attempts.value, attemptsWords(task));
            setText(retry.value, retryWords(task));
            age.row.hidden = !ageWords(task);
            setText(age.value, ageWords(task));
            const end = latestStart(task);
            latest.row.hidden = end === undefined;
            setText(latest.value, end === undefined ? '' : moment(end));
            setText(ttr.value, ttrWords(task));
            setText(instance.value, task.instance ?? '');
            instance.row.hidden = !task.instance;
            setText(priority.value, priorityWord(task.priority));
        },
    };
}

function fact(label, words, testid = 'countdown') {
    const time = tickingTime(words, { class: 'num strong', data: { testid } });
    const exact = h('span', { class: 'muted num' });
    const term = h('dt', {}, label);
    return { row: h('div', {}, term, h('dd', {}, time.node, ' ', exact)), label: term, time, exact };
}

/** A bar if there is a total, and words. */
function progressFact() {
    const { row, value } = plain(t`Progress`, 'wrap');
    const bar = h('progress', { class: 'progress', 'aria-label': t`Progress` });
    const words = h('span');
    value.dataset.testid = 'task-progress';
    value.append(bar, words);
    return {
        row,
        update(progress) {
            row.hidden = !progress;
            if (progress) {
                bar.hidden = progress.total === 0;
                bar.max = progress.total || 1;
                bar.value = progress.done;
                setText(words, progressWords(progress));
            }
        },
    };
}

function plain(label, kind = '') {
    const value = h('dd', { class: `num ${kind}` });
    return { row: h('div', {}, h('dt', {}, label), value), value };
}
