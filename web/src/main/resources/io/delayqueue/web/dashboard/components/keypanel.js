import { get, path } from '../api.js';
import { fill, h, redraw, setAttribute, setText } from '../dom.js';
import { count, moment, plural } from '../format.js';
import { t } from '../language.js';
import { taskLink } from '../router.js';
import { stateBadge } from './states.js';
import { dataTable } from './table.js';

const REFRESH_MILLIS = 5_000;
const MAX_KEYS = 10;
const MAX_TASKS = 50;

const KEYS = [
    { key: 'key', label: t`Key`, class: 'col-main' },
    { key: 'first', label: t`Waits for`, class: 'col-text' },
    { key: 'behind', label: t`Behind`, class: 'col-num' },
];

const TASKS = [
    { key: 'id', label: t`Task`, class: 'col-main' },
    { key: 'state', label: t`State`, class: 'col-text' },
    { key: 'due', label: t`Due`, class: 'col-time' },
];

/** Keys of a topic with the most tasks behind, and the tasks of one of them; hidden if no task waits for another one of its key. */
export function keyPanel(group, topic) {
    /** Key whose tasks are listed; null if there is none. */
    let open = null;
    let readAt = 0;
    const said = h('p', { class: 'muted', data: { testid: 'keys-behind' } });
    const keys = dataTable({ caption: t`Keys with the most waiting tasks`, columns: KEYS, testid: 'keys', keyOf: ({ key }) => key, createRow: () => keyRow(group, choose) });
    const tasks = dataTable({ caption: t`Tasks of the key`, columns: TASKS, testid: 'key-tasks', keyOf: ({ id }) => id, createRow: taskOfKeyRow });
    const name = h('h3', { class: 'wrap', data: { testid: 'key-name' } });
    const box = h('div', { hidden: true }, name, tasks.node);
    const node = h('section', { class: 'panel', 'aria-label': t`Keys`, hidden: true }, h('h2', {}, t`Keys`), said, keys.node, box);

    function choose(key) {
        open = key === open ? null : key;
        refresh();
    }

    async function refresh() {
        readAt = Date.now();
        const key = open;
        try {
            const [found, first] = await Promise.all([
                get(path`groups/${group}/topics/${topic}/keys`, { limit: MAX_KEYS }),
                key === null ? { tasks: [] } : get(path`groups/${group}/topics/${topic}/keys/tasks`, { key, limit: MAX_TASKS }),
            ]);
            if (key === open) {
                show(found, first.tasks);
            }
        } catch {
            // The page shows that other calls fail.
        }
    }

    function show({ order, behind, hottest }, first) {
        node.hidden = hottest.length === 0 && open === null;
        setText(said, `${behind === 1 ? t`${plural(behind, 'ready task')} waits for another one of the same key.` : t`${plural(behind, 'ready task')} wait for another one of the same key.`} ${orderWords(order)}`);
        keys.update(hottest.map((one) => ({ ...one, open: one.key === open })));
        box.hidden = open === null;
        setText(name, open === null ? '' : first.length === 0 ? t`No task of ${open} is ready or runs` : t`First tasks of ${open}`);
        tasks.node.hidden = first.length === 0;
        tasks.update(first);
    }

    return {
        node,
        /** Reads the keys if tasks wait for others of their key, at most every five seconds. */
        update(behind) {
            if ((behind > 0 || !node.hidden) && Date.now() - readAt >= REFRESH_MILLIS) {
                refresh();
            }
        },
    };
}

export function orderWords(order) {
    const most = order && order.concurrency > 1 ? t`At most ${count(order.concurrency)} tasks of a key run at once.` : t`One task of a key runs at once.`;
    return order?.onRetry === 'LET_PASS' ? most : `${most} ${t`A failed task blocks its key until it has ended.`}`;
}

function keyRow(group, choose) {
    const key = h('button', { type: 'button', class: 'link-button mono wrap', data: { testid: 'key' }, on: { click: () => choose(key.textContent) } });
    const first = h('span', { class: 'wrap', data: { testid: 'key-first' } });
    const behind = h('span', { class: 'num', data: { testid: 'key-behind' } });
    let shown = '';
    return {
        cells: [key, first, behind],
        props: { data: { testid: 'key-row' } },
        update(one) {
            setText(key, one.key);
            setAttribute(key, 'aria-expanded', String(one.open));
            setText(behind, count(one.behind));
            const ids = one.first.join(' ');
            if (ids !== shown) {
                shown = ids;
                fill(first, taskLinks(group, one.first));
            }
        },
    };
}

/** Links to tasks, with commas between. */
export const taskLinks = (group, ids) => ids.map((id, i) => [i === 0 ? '' : t`, `, h('a', { href: taskLink(group, id) }, id)]);

function taskOfKeyRow() {
    const link = h('a', { class: 'task-id' });
    const state = h('span');
    const due = h('span', { class: 'num' });
    return {
        cells: [link, state, due],
        props: { data: { testid: 'key-task' } },
        update(task) {
            setText(link, task.id);
            setAttribute(link, 'href', taskLink(task.group, task.id));
            redraw(state, task.state, () => stateBadge(task.state));
            setText(due, moment(task.dueAt));
        },
    };
}
