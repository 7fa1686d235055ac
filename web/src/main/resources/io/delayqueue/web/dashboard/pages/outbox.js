import { confirmed } from '../actions.js';
import { get, path, post } from '../api.js';
import { button } from '../components/dialog.js';
import { emptyState, errorPanel, note } from '../components/messages.js';
import { pager } from '../components/pager.js';
import { runSteps } from '../components/progress.js';
import { selection } from '../components/selection.js';
import { dataTable } from '../components/table.js';
import { toast } from '../components/toast.js';
import { fill, h, reconcile, setAttribute, setText } from '../dom.js';
import { brief, count, exactly, moment, plural } from '../format.js';
import { t } from '../language.js';
import { follow } from '../live.js';
import { taskLink } from '../router.js';
import { mayChange, whyNot } from '../session.js';

/** Time between two refreshes of a visible page; viewers share the answers of the databases. */
const REFRESH_MILLIS = 10_000;
const LIMIT = 50;
/** Maximum number of requests for a page of changes; each examines 100,000 rows. */
const MAX_STEPS = 10;

const COLUMNS = [
    { key: 'id', label: t`Task`, class: 'col-main' },
    { key: 'reason', label: t`Reason`, class: 'col-error' },
    { key: 'recorded', label: t`Recorded`, class: 'col-time' },
];

const DECISIONS = {
    retry: {
        title: (changes) => t`Retry ${changes}?`,
        text: t`They are made within seconds, perhaps after later changes of the same tasks. Each is refused again if its reason persists.`,
        action: t`Retry`,
        verb: t`retried`,
    },
    discard: {
        title: (changes) => t`Discard ${changes}?`,
        text: t`They are deleted and never made, although their transactions were committed. This cannot be undone.`,
        action: t`Discard`,
        verb: t`discarded`,
        danger: true,
    },
};

const words = (n) => plural(n, 'change');
const keyOf = ({ name }) => name;

/** Page of the changes that transactions have recorded: those that wait, and those that are refused. */
export function outboxPage() {
    const message = h('div');
    const outboxes = h('div', { class: 'stack' });
    const node = h('div', { class: 'page', data: { testid: 'page-outbox' } },
        h('div', { class: 'page-head' }, h('h1', {}, t`Outbox`)), whyNot() ? note(whyNot()) : null, message, outboxes);
    const fail = (error) => fill(message, errorPanel(error, refresh));

    async function refresh() {
        try {
            const found = (await get('outbox')).outboxes;
            fill(message, found.length > 0 ? null : emptyState({ title: t`No outbox`, text: t`Changes in transactions wait in memory. With the module jdbc they are rows of the database.`, testid: 'empty-outbox' }));
            reconcile(outboxes, found, ({ dataSource }) => dataSource, ({ dataSource }) => panel(dataSource, refresh, fail));
        } catch (error) {
            fail(error);
        }
    }

    fill(message, h('p', { class: 'muted' }, t`Loading…`));
    refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MILLIS);
    // For the connection indicator in the header.
    const stream = follow({ size: 1 }, () => {}, () => Promise.resolve(null), fail);
    return {
        node,
        title: t`Outbox`,
        retry: () => (stream.retry(), refresh()),
        dispose() {
            stream.close();
            clearInterval(timer);
        },
    };
}

/** Outbox of one data source: its figures, and its refused changes, one page at a time. */
function panel(dataSource, onChange, onError) {
    /** Cursors of the pages so far; null for the first page. */
    const cursors = [null];
    let calls = 0;
    let next = null;
    let refused = 0;
    const decision = (verb, label, kind) => ({ label, kind, testid: `${verb}-selected`, act: (changes, done) => decide(verb, dataSource, { names: changes.map(keyOf) }, done) });
    const choice = selection({ verbs: [decision('retry', t`Retry`), decision('discard', t`Discard`, 'quiet-danger')], words, keyOf, onDone: onChange });
    const table = dataTable({ caption: t`Refused changes`, columns: COLUMNS, testid: 'refused-changes', keyOf, createRow: () => row(choice.box()) });
    const pages = pager({ label: t`Pages of refused changes`, onPrevious: () => load(cursors.pop()), onNext: () => load(cursors.push(next)) });
    const all = (verb, label, kind) => button(label, { kind, testid: `${verb}-all`, click: () => decide(verb, dataSource, { refused }, onChange) });
    const buttons = h('div', { class: 'actions' }, all('retry', t`Retry all`, 'small'), all('discard', t`Discard all`, 'quiet-danger button-small'));
    const list = h('div', {}, choice.node, table.node, pages.node);
    const none = emptyState({ title: t`No refused changes`, text: t`A change is refused if a task of another topic has its id, or its row cannot be read.`, kind: 'good', testid: 'empty-refused' });
    const [waiting, oldest, decided] = ['waiting', 'oldest', 'refused'].map((key) => h('span', { class: 'tile-value num', data: { testid: `outbox-${key}` } }));
    const tiles = [[t`Waiting`, waiting], [t`Oldest`, oldest], [t`Refused`, decided]];
    const node = h('section', { class: 'panel', 'aria-label': dataSource, data: { testid: 'outbox' } },
        h('div', { class: 'panel-head' }, h('h2', { class: 'wrap' }, dataSource), buttons),
        h('div', { class: 'tiles tiles-three' }, tiles.map(([label, value]) => h('div', { class: 'tile' }, h('span', { class: 'tile-label' }, label), value))),
        none, list);

    async function load() {
        const number = ++calls;
        const changes = [];
        let cursor = cursors.at(-1);
        try {
            for (let step = 0; step < MAX_STEPS && changes.length < LIMIT && (step === 0 || cursor !== null); step++) {
                const answer = await get(path`outbox/${dataSource}/refused`, { cursor, limit: LIMIT - changes.length });
                changes.push(...answer.changes);
                cursor = answer.cursor ?? null;
            }
        } catch (error) {
            return onError(error);
        }
        if (number === calls) {
            next = cursor;
            table.update(changes);
            choice.keep(changes.map(keyOf));
            const first = cursors.length === 1;
            pages.update({ words: first && cursor === null ? '' : t`Page ${cursors.length}`, first, last: cursor === null });
        }
        return undefined;
    }

    return {
        node,
        update(outbox) {
            refused = outbox.refused;
            setText(waiting, count(outbox.waiting));
            setText(oldest, outbox.waiting > 0 ? brief(outbox.oldestMillis) : t`None`);
            setText(decided, count(refused));
            none.hidden = refused > 0;
            list.hidden = refused === 0;
            buttons.hidden = refused === 0 || !mayChange();
            if (refused > 0) {
                load();
            }
        },
    };
}

function row(choice) {
    const link = h('a', { class: 'task-id', data: { testid: 'task-link' } });
    const topic = h('div', { class: 'muted small wrap' });
    const reason = h('span', { class: 'wrap', data: { testid: 'reason' } });
    const recorded = h('time', { class: 'num' });
    const task = h('div', { class: 'task-cell' }, h('span', {}, link), topic);
    return {
        cells: [choice ? h('div', { class: 'task-choice' }, choice.node, task) : task, reason, recorded],
        props: { data: { testid: 'task-row' } },
        update(change) {
            setText(link, change.id);
            setAttribute(link, 'href', taskLink(change.group, change.id));
            setText(topic, `${change.group} / ${change.topic ?? t`removal or another time`}`);
            setText(reason, change.reason);
            setText(recorded, moment(change.recordedAt));
            setAttribute(recorded, 'title', exactly(change.recordedAt));
            choice?.update(change);
        },
    };
}

/** Retries or discards refused changes after a confirmation: those with the names, or all. */
async function decide(verb, dataSource, { names, refused }, done) {
    const { title: ask, verb: past, ...question } = DECISIONS[verb];
    const title = ask(words(names?.length ?? refused));
    await confirmed({ title, ...question }, async (queue) => {
        const send = (body) => post(path`outbox/${dataSource}/${verb}`, body, { queue });
        const step = async (from) => {
            const { changes, next } = await send({ from: from ?? undefined });
            return { tasks: changes, next };
        };
        const { changes } = names ? await send({ names }) : { changes: await runSteps({ title, verb: past, total: refused, step, words }) };
        toast(t`${words(changes)} ${past}`);
        done();
    });
}
