import { confirmed } from '../actions.js';
import { path, remove } from '../api.js';
import { fill, h, setText } from '../dom.js';
import { bytes, count, moment, plural } from '../format.js';
import { t } from '../language.js';
import { mayChange } from '../session.js';
import { button, furtherButton } from './dialog.js';
import { emptyState, errorPanel, warning } from './messages.js';
import { COLUMNS, keyOf, OUTCOMES, outcomeBadge, readRecords, recordRow } from './records.js';
import { dataTable } from './table.js';
import { length } from './taskoptions.js';
import { toast } from './toast.js';

/** Minimum time between two reloads after changes. A search is reloaded on demand only. */
const REFRESH_MILLIS = 10_000;

const NONE = {
    title: t`This topic keeps no history`,
    text: t`A history has a record of each task that has ended. A listener asks for it by @DelayQueueListener(history = …), an operator by delayqueue.history.<group>.<topic>.max-age and max-size.`,
    testid: 'no-history',
};

/**
 * Records of the tasks of a topic that have ended, the newest first, with a search.
 *
 * @param {{group: string, topic: string, onCounts: function(number): void}} options onCounts: takes the number of records
 */
export function historyList({ group, topic, onCounts }) {
    let calls = 0;
    let readAt = 0;
    let query = {};
    /** The tag, key or id of the search. */
    let name = {};
    let records = [];
    const option = ([value, [label]]) => h('option', { value }, label);
    const outcome = h('select', { class: 'select', name: 'outcome', 'aria-label': t`Outcome` }, Object.entries({ '': [t`All outcomes`], ...OUTCOMES }).map(option));
    const by = h('select', { class: 'select', name: 'by', 'aria-label': t`Search by` }, Object.entries({ tag: [t`Tag`], key: [t`Key`], id: [t`Id`] }).map(option));
    const term = h('input', { type: 'search', class: 'input', name: 'term', autocomplete: 'off', spellcheck: 'false', placeholder: 'order=42', 'aria-label': t`Tag, key or id` });
    const before = h('input', { type: 'datetime-local', step: '1', class: 'input', name: 'before' });
    const forgetButton = button(t`Forget`, { kind: 'quiet-danger', testid: 'forget-records', hidden: true, click: forget });
    const form = h('form', { class: 'history-form', role: 'search', on: { submit } }, outcome, by, term, h('label', { class: 'muted' }, t`Before`, before), button(t`Search`, { type: 'submit', testid: 'search-history' }), forgetButton);
    const numbers = h('div', { class: 'history-numbers', data: { testid: 'history-numbers' } });
    const rule = h('p', { class: 'muted small', data: { testid: 'history-rule' } });
    const table = dataTable({ caption: t`Records of ${topic}`, columns: COLUMNS, testid: 'records-of-topic', keyOf, createRow: recordRow });
    const below = h('div', { role: 'status' });
    const kept = h('div', { hidden: true }, numbers, rule, form, table.node);
    const node = h('div', {}, kept, below);
    by.addEventListener('change', () => (term.placeholder = by.value === 'tag' ? 'order=42' : ''));

    function submit(event) {
        event.preventDefault();
        name = { [by.value]: term.value.trim() };
        forgetButton.hidden = !term.value.trim() || !mayChange();
        query = { outcome: outcome.value, ...name, before: before.value && new Date(before.value).toISOString() };
        read();
    }

    function forget() {
        confirmed({
            title: t`Forget all records with “${Object.values(name)[0]}”?`,
            text: t`All records of ${topic} with this tag, key or id are overwritten in Redis, also those that the search leaves out. This cannot be undone.`,
            action: t`Forget`,
            danger: true,
        }, async (queue) => {
            const { records: forgotten } = await remove(path`groups/${group}/topics/${topic}/history`, { query: name, queue });
            toast(t`${plural(forgotten, 'record')} forgotten`);
            read();
        });
    }

    async function read(cursor) {
        const number = ++calls;
        readAt = Date.now();
        try {
            const page = await readRecords(path`groups/${group}/topics/${topic}/history`, { ...query, cursor });
            if (number === calls) {
                records = cursor ? [...records, ...page.records] : page.records;
                show(page);
            }
        } catch (error) {
            if (number === calls) {
                fill(below, errorPanel(error, () => read(cursor)));
            }
        }
    }

    function show({ counts, cursor, searchedTo }) {
        const total = Object.values(counts.outcomes).reduce((sum, n) => sum + n, 0);
        onCounts(total);
        kept.hidden = !counts.rule && total === 0;
        fill(numbers, Object.keys(OUTCOMES).filter((name) => counts.outcomes[name]).map((name) => h('span', { class: 'num' }, outcomeBadge(name), ' ', count(counts.outcomes[name]))),
            counts.notKept > 0 ? warning(t`${count(counts.notKept)} not kept: Redis had no memory for them, or refused them.`) : null);
        setText(rule, t`${ruleWords(counts.rule)}. They take ${bytes(counts.bytes)}.`);
        table.update(records);
        table.node.hidden = records.length === 0;
        const empty = kept.hidden ? emptyState(NONE) : records.length === 0 && !cursor ? emptyState({ title: t`No records`, text: t`The history has no record that matches.`, testid: 'no-records' }) : null;
        fill(below, empty, cursor ? [h('p', { class: 'muted num', data: { testid: 'searched-to' } }, searchedTo ? t`Searched down to ${moment(searchedTo)}.` : t`No record was reached yet.`),
            furtherButton(() => read(cursor))] : null);
    }

    read();
    return {
        node,
        refresh: () => read(),
        /** Reads the newest records after a change, unless there is a search, or more than a page is shown. */
        changed() {
            if (!Object.values(query).some(Boolean) && records.length <= 50 && Date.now() - readAt >= REFRESH_MILLIS) {
                read();
            }
        },
        dispose: () => calls++,
    };
}

function ruleWords(rule) {
    if (!rule) {
        return t`No new records are written, because no running instance declares a history of this topic`;
    }
    const outcomes = rule.outcomes.map((name) => OUTCOMES[name][0]).join(t`, `);
    const words = t`Records are kept for ${length(rule.maxAge)}, in at most ${bytes(rule.maxSize)}`;
    return outcomes ? `${words} (${outcomes})` : words;
}
