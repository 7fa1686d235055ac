import { get, path } from '../api.js';
import { h, setAttribute, setText } from '../dom.js';
import { count, exactly, moment, plural } from '../format.js';
import { t } from '../language.js';
import { taskLink } from '../router.js';
import { button } from './dialog.js';
import { dataTable } from './table.js';

/** Maximum number of tasks of a part. */
const PART = 500;
const MAX_ROWS = 50;
/** Minimum time between two reloads after changes. */
const REFRESH_MILLIS = 10_000;
/** Time for which the server shares an answer between pages: after an action, a later one is needed. */
const SHARED_MILLIS = 1_100;

const columns = (number, first, last) => [
    { key: 'type', label: t`Failure`, class: 'col-main' },
    { key: 'count', label: number, class: 'col-num' },
    { key: 'first', label: first, class: 'col-time' },
    { key: 'last', label: last, class: 'col-time' },
];

/** Where the groups are read, and their words. */
const DEAD = {
    call: 'dead-letters',
    testid: 'dead-groups',
    caption: (topic) => t`Failures of the dead letters of ${topic}`,
    columns: columns(t`Dead letters`, t`First`, t`Last`),
    all: (read) => t`Counted all ${plural(read, 'dead letter')}.`,
    some: (read, total) => t`Counted the newest ${count(read)} of ${plural(total, 'dead letter')}.`,
    more: t`Count older ones`,
};

const RETRYING = {
    call: 'retrying/kinds',
    testid: 'retrying-groups',
    caption: (topic) => t`Failures of the tasks of ${topic} that are being retried`,
    columns: columns(t`Tasks`, t`First retry`, t`Last retry`),
    all: (read) => t`Counted all ${plural(read, 'task')}.`,
    some: (read, total) => t`Counted ${count(read)} of ${plural(total, 'task')}, those with the latest retries.`,
    more: t`Count further`,
};

const keyOf = ({ type, rootCause, reason }) => JSON.stringify([type ?? null, rootCause ?? null, reason ?? null]);
const short = (name) => name.slice(name.lastIndexOf('.') + 1);

/**
 * Groups of a topic's dead letters, or of its tasks that are being retried, by exception and root cause, those of pull consumers by their reason. A part is read at first, with the latest
 * times; others on demand.
 *
 * @param {{group: string, topic: string, retrying: boolean}} topic
 * @returns {{node: HTMLElement, update: function(number|undefined): void, refresh: function(): void, dispose: function(): void}}
 *     update: takes the known number of tasks; refresh: after an action
 */
export function failureGroups({ group, topic, retrying }) {
    const words = retrying ? RETRYING : DEAD;
    let groups = new Map();
    let read = 0;
    let parts = 0;
    let next = null;
    /** Number of tasks at the last reading; null before it. */
    let known = null;
    let loadedAt = 0;
    let call = 0;
    let timer = 0;
    const table = dataTable({ caption: words.caption(topic), columns: words.columns, testid: words.testid, keyOf, createRow: groupRow });
    const line = h('p', { class: 'muted', role: 'status', data: { testid: `${words.testid}-read` } });
    const more = button(words.more, { kind: 'small', testid: `${words.testid}-more`, click: () => load(next) });
    const node = h('details', { class: 'failure-groups', open: true, hidden: true, data: { testid: `${words.testid}-box` } },
        h('summary', {}, t`By failure`), table.node, h('div', { class: 'actions' }, line, more));

    function groupRow() {
        const type = h('span', { class: 'error-type', data: { testid: 'group-type' } });
        const cause = h('span', { class: 'muted wrap', data: { testid: 'group-cause' } });
        const number = h('span', { class: 'num', data: { testid: 'group-count' } });
        const first = h('time', { class: 'num' });
        const last = h('a', { class: 'num', data: { testid: 'group-last' } });
        return {
            cells: [h('div', { class: 'task-cell' }, type, ' ', cause), number, first, last],
            update(found) {
                setText(type, found.reason ?? (found.type ? short(found.type) : t`No exception is recorded`));
                setAttribute(type, 'title', found.type);
                setText(cause, found.reason ? t`reason of a pull consumer` : found.rootCause ? t`caused by ${short(found.rootCause)}` : '');
                setAttribute(cause, 'title', found.rootCause);
                setText(number, count(found.count));
                setText(first, moment(found.first));
                setAttribute(first, 'title', exactly(found.first));
                setText(last, moment(found.last));
                setAttribute(last, 'title', `${found.lastId}, ${exactly(found.last)}`);
                setAttribute(last, 'href', taskLink(group, found.lastId));
            },
        };
    }

    function add(found) {
        const before = groups.get(keyOf(found));
        groups.set(keyOf(found), before ? { ...before, count: before.count + found.count, first: found.first } : found);
    }

    function show(total) {
        const sorted = [...groups.values()].sort((a, b) => b.count - a.count || Date.parse(b.last) - Date.parse(a.last));
        table.update(sorted.slice(0, MAX_ROWS));
        const rest = sorted.length > MAX_ROWS ? ` ${t`The ${MAX_ROWS} most frequent of ${count(sorted.length)} failures are shown.`}` : '';
        setText(line, (next === null ? words.all(read) : words.some(read, total)) + rest);
        more.hidden = next === null;
        node.hidden = read === 0;
    }

    function clear() {
        groups = new Map();
        read = 0;
        parts = 0;
        next = null;
    }

    async function load(from) {
        const number = ++call;
        more.disabled = true;
        loadedAt = Date.now();
        try {
            const part = await get(`${path`groups/${group}/topics/${topic}`}/${words.call}`, { from, limit: PART });
            if (number === call) {
                if (from === null) {
                    clear();
                }
                parts++;
                part.groups.forEach(add);
                read += part.read;
                next = part.next ?? null;
                known = part.total;
                show(part.total);
            }
        } catch (error) {
            // The list below shows the failure of the store; this is tried again after a while.
            if (number === call) {
                setText(line, error.message);
                known = null;
            }
        } finally {
            more.disabled = false;
        }
    }

    return {
        node,
        update(number) {
            if (number === 0) {
                known = number;
                call++;
                clear();
                node.hidden = true;
                return;
            }
            const changed = number === undefined ? loadedAt === 0 : number !== known;
            if (changed && parts <= 1 && Date.now() - loadedAt >= REFRESH_MILLIS) {
                known = number;
                load(null);
            }
        },
        refresh() {
            clearTimeout(timer);
            timer = setTimeout(() => load(null), SHARED_MILLIS);
        },
        dispose: () => clearTimeout(timer),
    };
}
