import { getText } from '../api.js';
import { h } from '../dom.js';
import { bytes, count, duration, exactly, joined, moment, plural } from '../format.js';
import { items, member } from '../json.js';
import { t } from '../language.js';
import { taskLink } from '../router.js';
import { clampedText } from './clamp.js';
import { icon } from './icons.js';
import { deadWords, stateOf } from './states.js';

/** Outcomes of records: the displayed name, the icon, and the class of the badge. */
export const OUTCOMES = {
    FINISHED: [t`Finished`, 'check', 'is-good'],
    FAILED: [t`Failed`, 'dead', 'state-dead'],
    DEAD: [t`Dead`, 'dead', 'state-dead'],
    DROPPED: [t`Dropped`, 'delayed', 'is-warning'],
    MISSED: [t`Missed`, 'delayed', 'is-warning'],
    REMOVED: [t`Removed`, 'dead', 'badge-plain'],
    REPLACED: [t`Replaced`, 'requeue', 'badge-plain'],
};

/** Columns of a table of records. */
export const COLUMNS = [
    { key: 'id', label: t`Task`, class: 'col-main' },
    { key: 'outcome', label: t`Outcome` },
    { key: 'ended', label: t`Ended`, class: 'col-time' },
    { key: 'late', label: t`Late`, class: 'col-num' },
    { key: 'took', label: t`Took`, class: 'col-num' },
    { key: 'attempts', label: t`Attempts`, class: 'col-num' },
    { key: 'result', label: t`Result`, class: 'col-error' },
];

/** Reads records; a result and a payload stay the text that is stored. */
export async function readRecords(callPath, query) {
    const text = await getText(callPath, query);
    const record = (one) => ({ ...JSON.parse(one), result: member(one, 'result'), payload: member(one, 'payload') });
    return { ...JSON.parse(text), records: items(member(text, 'records')).map(record) };
}

export const keyOf = ({ group, topic, id, outcome, endedAt }) => JSON.stringify([group, topic, id, outcome, endedAt]);

export function outcomeBadge(outcome) {
    const [word, name, kind] = OUTCOMES[outcome] ?? [outcome, 'info', ''];
    return h('span', { class: `badge ${kind}`, data: { testid: 'outcome', outcome } }, icon(name), word);
}

/** How much of how much is done, with a few words of the callback. */
export const progressWords = ({ done, total, text }) => joined([total > 0 ? t`${count(done)} of ${count(total)}` : count(done), text]);

export const errorWords = (type, message) => joined([type?.slice(type.lastIndexOf('.') + 1), message], ': ');

/** Why a task has ended, and with what. */
export function resultWords({ count: tasks, leftState, deadReason, errorType, errorMessage, resultSize, progress, result }, withResult = true) {
    return joined([
        tasks && t`all ${plural(tasks, 'task')} of the topic`,
        leftState && t`was ${stateOf(leftState).label.toLowerCase()}`,
        deadWords(deadReason),
        errorWords(errorType, errorMessage),
        resultSize && t`a result of ${bytes(resultSize)} was not kept`,
        progress && t`progress ${progressWords(progress)}`,
        withResult && result,
    ]);
}

/** Key and tags of a task. */
export const labelWords = ({ key, tags = [] }) => joined([key && `${t`Key`}${t`: `}${key}`, ...tags]);

/** Row of a table of records, which never changes. */
export function recordRow(record) {
    const result = clampedText({ data: { testid: 'record-result' } });
    result.set(resultWords(record));
    const late = (millis) => (millis === undefined ? '–' : duration(millis));
    return {
        cells: [
            h('div', { class: 'task-cell' }, recordLink(record), h('div', { class: 'muted small wrap' }, labelWords(record))),
            outcomeBadge(record.outcome),
            h('time', { class: 'num', datetime: record.endedAt, title: exactly(record.endedAt) }, moment(record.endedAt)),
            h('span', { class: 'num' }, late(record.latenessMillis)),
            h('span', { class: 'num' }, late(record.tookMillis)),
            h('span', { class: 'num' }, count(record.attempts)),
            result.node,
        ],
        props: { data: { testid: 'record-row' } },
        update() {},
    };
}

/** Link to the task of a record; a step that removed all tasks of a topic has none. */
export const recordLink = ({ group, topic, id }) => (id === '*' ? h('span', {}, t`All tasks`) : h('a', { class: 'task-id wrap', href: taskLink(group, id, { topic }) }, id));
