import { fill, h } from '../dom.js';
import { duration, joined, moment, plural } from '../format.js';
import { t } from '../language.js';
import { at } from '../time.js';
import { topicLink } from '../router.js';
import { attemptEntry } from './attempts.js';
import { clampedText } from './clamp.js';
import { furtherButton } from './dialog.js';
import { errorPanel, note } from './messages.js';
import { payloadView } from './payload.js';
import { labelWords, outcomeBadge, readRecords, resultWords } from './records.js';

/**
 * Records of one task in the histories of its group, the newest first. `refresh` takes the task: its topic is searched first, and its attempts are not
 * repeated.
 *
 * @param {{group: string, id: string, onRead: function(): void}} options onRead: is called after each reading
 */
export function taskRecords({ group, id, onRead }) {
    let calls = 0;
    const list = h('ol', { class: 'records' });
    const below = h('div');
    const node = h('section', { class: 'panel', 'aria-label': t`Records`, hidden: true, data: { testid: 'task-records' } }, h('h2', {}, t`Records`), list, below);
    const found = { node, known: false, newest: null, refresh: read };

    async function read(task, cursor) {
        const number = ++calls;
        try {
            const page = await readRecords('search/history', { id, group, topic: task.topic, cursor });
            if (number !== calls) {
                return;
            }
            if (!cursor) {
                fill(list);
                found.newest = null;
            }
            const records = page.records.sort((a, b) => Date.parse(b.endedAt) - Date.parse(a.endedAt));
            list.append(...records.map((record) => entry(record, task.failedAttempts ?? [])));
            found.newest ??= records[0] ?? null;
            found.known = true;
            fill(below, page.next ? [h('p', { class: 'muted', role: 'status' }, page.searchedTo ? t`Searched ${page.topic} down to ${moment(page.searchedTo)}.` : t`Not all topics were searched.`),
                furtherButton(() => read(task, page.next))] : null);
            node.hidden = list.childElementCount === 0 && !page.next;
        } catch (error) {
            fill(below, errorPanel(error, () => read(task, cursor)));
            node.hidden = false;
        }
        onRead();
    }

    return found;
}

function entry(record, shown) {
    const { group, topic, outcome, endedAt, dueAt, latenessMillis, tookMillis, attempts, instance, traceId, result, payload, payloadSize, masked } = record;
    const otherAttempts = record.failedAttempts.filter((one) => !shown.some((same) => same.at === one.at));
    const why = clampedText({ data: { testid: 'record-why' } });
    why.set(resultWords(record, false));
    const facts = joined([
        t`due ${moment(dueAt)}`,
        latenessMillis !== undefined && t`began ${duration(latenessMillis)} late`,
        tookMillis !== undefined && t`took ${duration(tookMillis)}`,
        attempts > 0 && plural(attempts, 'attempt'),
        labelWords(record),
    ]);
    return h('li', { data: { testid: 'record' } },
        h('p', {}, outcomeBadge(outcome), ' ', at(endedAt, { class: 'num' }), ' ', h('a', { href: topicLink(group, topic, { state: 'HISTORY' }) }, topic)),
        h('p', { class: 'muted wrap' }, facts),
        why.node,
        result === null ? null : json(t`Result`, result, true),
        payload === null ? null : json(t`Payload`, payload, false),
        payloadSize ? h('p', { class: 'muted' }, t`The payload was too large to keep.`) : null,
        masked ? note(t`Masked: payloads are not shown here (delayqueue.web.mask-payload).`) : null,
        instance || traceId ? h('p', { class: 'muted mono wrap' }, joined([instance && t`on ${instance}`, traceId && t`trace ${traceId}`])) : null,
        otherAttempts.length > 0 ? h('ol', { class: 'timeline' }, otherAttempts.map(attemptEntry)) : null);
}

function json(label, text, open) {
    const view = payloadView();
    view.update(text, false);
    return h('details', { open, data: { testid: 'record-json' } }, h('summary', {}, label), view.node);
}
