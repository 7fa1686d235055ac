import { get, path } from '../api.js';
import { fill, h } from '../dom.js';
import { emptyState, errorPanel } from './messages.js';
import { pager } from './pager.js';
import { selection } from './selection.js';
import { dataTable } from './table.js';
import { COLUMNS, taskRow } from './taskrows.js';

const LIMIT = 50;
/** Minimum time between two calls, each of which is also a call of Redis. */
const STEP_MILLIS = 1_000;
const REFRESH_MILLIS = 2_000;
/** Maximum age of a list with unchanged counts. Leases are extended all the time. */
const IDLE_MILLIS = { DELAYED: 10_000, READY: 10_000, RESERVED: 2_000, DEAD: 10_000 };
/** Maximum number of calls for a page of large tasks. */
const MAX_STEPS = 10;

const EMPTY = {
    DELAYED: { title: 'No delayed tasks', text: 'Tasks that are added with a delay count down here until they are due.' },
    READY: { title: 'No ready tasks', text: 'No due task waits for a consumer.', kind: 'good' },
    RESERVED: { title: 'No running tasks', text: 'Tasks whose callback runs are listed here, with their instance and lease.' },
    DEAD: { title: 'No dead letters', text: 'Tasks that failed for good are listed here with their error. You can requeue or purge them.', kind: 'good' },
};

/** For due tasks that no instance has made ready. */
const UNPUSHED = { title: 'No task in this list yet', text: 'Due tasks come from the Delayed tab. If they stay there, no instance serves this group.' };

/**
 * List of the tasks of a topic in one state, one page at a time. It is refreshed after changes while it is visible.
 *
 * @param {{group: string, topic: string, state: string, total: function(): number|undefined, onChange: function(): void, hostOf: function(string): string|undefined}}
 *     options total: the known number; hostOf: the host and process id of an instance, if known
 * @returns {{node: HTMLElement, refresh: function(): void, changed: function(): void, dispose: function(): void}}
 */
export function taskList({ group, topic, state, total, onChange, hostOf }) {
    /** Cursors of the pages so far; null for the first page. */
    const cursors = [null];
    let walks = 0;
    let disposed = false;
    let next = null;
    let timer = 0;
    let endedAt = 0;
    let walking = false;
    let dirty = false;
    let complete = false;
    const choice = state === 'DEAD' ? selection({ group, topic, onDone: onChange }) : null;
    const table = dataTable({
        caption: `Tasks of ${topic}`,
        columns: COLUMNS[state],
        testid: `tasks-${state.toLowerCase()}`,
        keyOf: ({ id }) => id,
        createRow: () => taskRow(state, onChange, hostOf, choice?.box()),
    });
    const pages = pager({ label: 'Pages of tasks', onPrevious: () => turn(() => cursors.pop()), onNext: further });
    const message = h('div');
    const node = h('div', { 'aria-busy': 'true' }, choice?.node, table.node, message, pages.node);
    table.node.hidden = true;
    pages.node.hidden = true;

    function turn(change) {
        change();
        complete = false;
        refresh();
    }

    function further() {
        turn(() => cursors.push(next));
    }

    function show(tasks, cursor, ended) {
        next = cursor;
        complete = complete || ended;
        table.update(tasks);
        choice?.keep(tasks.map(({ id }) => id));
        table.node.hidden = tasks.length === 0;
        const first = cursors.length === 1;
        if (tasks.length > 0) {
            showMessage('', () => []);
        } else if (!ended) {
            showMessage('looking', () => h('p', { class: 'muted', data: { testid: 'looking' } }, 'Loading…'));
        } else {
            const unpushed = first && state === 'READY' && total() > 0;
            showMessage(unpushed ? 'unpushed' : first ? 'empty' : 'emptied', () => (first
                ? emptyState({ ...(unpushed ? UNPUSHED : EMPTY[state]), testid: `empty-${state.toLowerCase()}` })
                : emptyState({ title: 'This page is empty now', text: 'Its tasks have changed their state. The previous page may have others.' })));
        }
        const last = cursor === null || total() === 0;
        pages.update({ words: first && last ? '' : `Page ${cursors.length}`, first, last: last || !ended });
        node.setAttribute('aria-busy', ended ? 'false' : 'true');
    }

    function showMessage(key, content) {
        if (message.dataset.shown !== key) {
            message.dataset.shown = key;
            fill(message, content());
        }
    }

    /** Fills the page with calls that read a limited part each. */
    async function walk(isLast) {
        const tasks = [];
        let cursor = cursors.at(-1);
        for (let step = 1; isLast(); step++) {
            const answer = await get(path`groups/${group}/topics/${topic}/tasks`, { state, cursor, limit: LIMIT - tasks.length, steps: 1 });
            if (!isLast()) {
                return;
            }
            tasks.push(...answer.tasks);
            cursor = answer.cursor ?? null;
            const ended = cursor === null || tasks.length >= LIMIT || step === MAX_STEPS || (tasks.length === 0 && total() === 0);
            if (ended || !complete) {
                show(tasks, cursor, ended);
            }
            if (ended) {
                return;
            }
            await new Promise((resolve) => setTimeout(resolve, STEP_MILLIS));
        }
    }

    async function refresh() {
        clearTimeout(timer);
        if (disposed) {
            return;
        }
        const number = ++walks;
        const isLast = () => number === walks;
        dirty = false;
        walking = true;
        try {
            await walk(isLast);
        } catch (error) {
            if (isLast()) {
                dirty = true;
                showMessage(error.message, () => errorPanel(error, refresh));
                node.setAttribute('aria-busy', 'false');
            }
        }
        if (isLast()) {
            walking = false;
            endedAt = Date.now();
            timer = setTimeout(tick, REFRESH_MILLIS);
        }
    }

    function tick() {
        if (document.visibilityState === 'visible' && (dirty || Date.now() - endedAt >= IDLE_MILLIS[state])) {
            refresh();
        } else {
            timer = setTimeout(tick, REFRESH_MILLIS);
        }
    }

    refresh();
    return {
        node,
        refresh,
        /** Refreshes after a change: at once if the last refresh is old enough. */
        changed() {
            dirty = true;
            if (!walking && Date.now() - endedAt >= REFRESH_MILLIS) {
                clearTimeout(timer);
                tick();
            }
        },
        dispose() {
            disposed = true;
            walks++;
            clearTimeout(timer);
        },
    };
}
