import { get, path } from '../api.js';
import { fill, h } from '../dom.js';
import { emptyState, errorPanel } from './messages.js';
import { pager } from './pager.js';
import { dataTable } from './table.js';
import { COLUMNS, taskRow } from './taskrows.js';

const LIMIT = 50;
const REFRESH_MILLIS = 2_000;

const EMPTY = {
    DELAYED: { title: 'Nothing waits', text: 'Tasks that are added with a delay count down here until they are due.' },
    READY: { title: 'Nothing is ready', text: 'What is due is taken at once: that is how it should be.', kind: 'good' },
    RESERVED: { title: 'Nothing runs', text: 'Tasks that a callback works on are here, with the instance and its lease.' },
    DEAD: { title: 'No dead letters', text: 'Tasks whose attempts are spent come here with their error, and wait for you to requeue or purge them.', kind: 'good' },
};

/**
 * The tasks of a topic in one state, a page at a time, read anew every two seconds while somebody looks.
 *
 * @returns {{node: HTMLElement, refresh: function(): void, dispose: function(): void}}
 */
export function taskList({ group, topic, state, onChange }) {
    /** The cursors of the pages so far; null is the first page's. */
    const cursors = [null];
    let asked = 0;
    let next = null;
    let timer = 0;
    let disposed = false;
    const table = dataTable({
        caption: `Tasks of ${topic}`,
        columns: COLUMNS[state],
        testid: `tasks-${state.toLowerCase()}`,
        keyOf: ({ id }) => id,
        createRow: () => taskRow(state, onChange),
    });
    const pages = pager({ label: 'Pages of tasks', onPrevious: () => turn(() => cursors.pop()), onNext: () => turn(() => cursors.push(next)) });
    const message = h('div');
    const node = h('div', { 'aria-busy': 'true' }, table.node, message, pages.node);
    table.node.hidden = true;
    pages.node.hidden = true;

    function turn(change) {
        change();
        refresh();
    }

    function show({ tasks, cursor }) {
        next = cursor ?? null;
        table.update(tasks);
        table.node.hidden = tasks.length === 0;
        const first = cursors.length === 1;
        if (tasks.length === 0) {
            showMessage('empty', () => (first
                ? emptyState({ ...EMPTY[state], testid: `empty-${state.toLowerCase()}` })
                : emptyState({ title: 'This page has emptied', text: 'Its tasks have moved on. Go back for what is left.' })));
        } else {
            showMessage('', () => []);
        }
        pages.update({ words: first && next === null ? '' : `Page ${cursors.length}`, first, last: next === null });
        node.setAttribute('aria-busy', 'false');
    }

    function showMessage(key, content) {
        if (message.dataset.shown !== key) {
            message.dataset.shown = key;
            fill(message, content());
        }
    }

    async function refresh() {
        clearTimeout(timer);
        if (disposed) {
            return;
        }
        const call = ++asked;
        try {
            const answer = await get(path`groups/${group}/topics/${topic}/tasks`, { state, cursor: cursors.at(-1), limit: LIMIT });
            if (call === asked && !disposed) {
                show(answer);
            }
        } catch (error) {
            if (call === asked && !disposed) {
                showMessage(error.message, () => errorPanel(error, refresh));
                node.setAttribute('aria-busy', 'false');
            }
        }
        if (call === asked && !disposed) {
            timer = setTimeout(tick, REFRESH_MILLIS);
        }
    }

    function tick() {
        if (document.visibilityState === 'visible') {
            refresh();
        } else {
            timer = setTimeout(tick, REFRESH_MILLIS);
        }
    }

    refresh();
    return {
        node,
        refresh,
        dispose() {
            disposed = true;
            clearTimeout(timer);
        },
    };
}
