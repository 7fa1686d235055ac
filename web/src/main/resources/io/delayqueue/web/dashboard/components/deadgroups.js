import { get, path } from '../api.js';
import { h, setAttribute, setText } from '../dom.js';
import { count, exactly, moment, plural } from '../format.js';
import { taskLink } from '../router.js';
import { button } from './dialog.js';
import { dataTable } from './table.js';

/** Dead letters of a call: one to three calls of Redis. */
const PART = 500;
const MAX_ROWS = 50;
/** Minimum time between two reloads after changes. */
const REFRESH_MILLIS = 10_000;

const COLUMNS = [
    { key: 'type', label: 'Failure', class: 'col-main' },
    { key: 'count', label: 'Dead letters', class: 'col-num' },
    { key: 'first', label: 'First', class: 'col-time' },
    { key: 'last', label: 'Last', class: 'col-time' },
];

const keyOf = ({ type, rootCause }) => JSON.stringify([type ?? null, rootCause ?? null]);
const short = (name) => name.slice(name.lastIndexOf('.') + 1);

/**
 * Groups of a topic's dead letters by exception and root cause. A part is read at first, the newest; older ones on demand.
 *
 * @param {{group: string, topic: string}} topic
 * @returns {{node: HTMLElement, update: function(number|undefined): void, refresh: function(): void}} update: takes the known number of dead letters
 */
export function deadGroups({ group, topic }) {
    let groups = new Map();
    let read = 0;
    let parts = 0;
    let next = null;
    let known;
    let loadedAt = 0;
    let call = 0;
    const table = dataTable({ caption: `Failures of the dead letters of ${topic}`, columns: COLUMNS, testid: 'dead-groups', keyOf, createRow: groupRow });
    const line = h('p', { class: 'muted', role: 'status', data: { testid: 'dead-groups-read' } });
    const more = button('Read older ones', { kind: 'small', testid: 'dead-groups-more', click: () => load(next) });
    const node = h('details', { class: 'dead-groups', open: true, hidden: true, data: { testid: 'dead-groups-box' } },
        h('summary', {}, 'By failure'), table.node, h('div', { class: 'actions' }, line, more));

    function groupRow() {
        const type = h('span', { class: 'error-type', data: { testid: 'group-type' } });
        const cause = h('span', { class: 'muted wrap', data: { testid: 'group-cause' } });
        const number = h('span', { class: 'num', data: { testid: 'group-count' } });
        const first = h('time', { class: 'num' });
        const last = h('a', { class: 'num', data: { testid: 'group-last' } });
        return {
            cells: [h('div', { class: 'task-cell' }, type, cause), number, first, last],
            update(found) {
                setText(type, found.type ? short(found.type) : 'No exception is recorded');
                setAttribute(type, 'title', found.type);
                setText(cause, found.rootCause ? `caused by ${short(found.rootCause)}` : '');
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
        const rest = sorted.length > MAX_ROWS ? ` The ${MAX_ROWS} largest of ${count(sorted.length)} groups are shown.` : '';
        setText(line, (next === null ? `All ${plural(read, 'dead letter')} read.` : `The newest ${count(read)} of ${plural(total, 'dead letter')} read.`) + rest);
        more.hidden = next === null;
        node.hidden = read === 0;
    }

    async function load(from) {
        const number = ++call;
        more.disabled = true;
        loadedAt = Date.now();
        try {
            const part = await get(path`groups/${group}/topics/${topic}/dead-letters`, { from, limit: PART });
            if (number === call) {
                if (from === null) {
                    groups = new Map();
                    read = 0;
                    parts = 0;
                }
                parts++;
                part.groups.forEach(add);
                read += part.read;
                next = part.next ?? null;
                show(part.total);
            }
        } catch (error) {
            // The list below shows what is wrong with the store; this is tried again with the next change.
            if (number === call) {
                setText(line, error.message);
                loadedAt = 0;
            }
        } finally {
            more.disabled = false;
        }
    }

    return {
        node,
        update(dead) {
            const changed = dead !== known && dead !== undefined;
            if (changed && parts <= 1 && Date.now() - loadedAt >= REFRESH_MILLIS) {
                known = dead;
                load(null);
            }
        },
        refresh: () => load(null),
    };
}
