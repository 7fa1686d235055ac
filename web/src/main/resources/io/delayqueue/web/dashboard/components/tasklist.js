import { get, path } from '../api.js';
import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { emptyState, errorPanel } from './messages.js';
import { pager } from './pager.js';
import { selection } from './selection.js';
import { dataTable } from './table.js';
import { COLUMNS, taskRow } from './taskrows.js';

const LIMIT = 50;
const REFRESH_MILLIS = 2_000;
/** Minimum pause after a call, as a multiple of its duration: a page of large tasks takes several calls of Redis. */
const PAUSE_FACTOR = 4;
/** Maximum age of a list with unchanged counts. Leases are extended all the time. */
const IDLE_MILLIS = { DELAYED: 10_000, READY: 10_000, RESERVED: 2_000, RETRYING: 10_000, DEAD: 10_000 };

const EMPTY = {
    DELAYED: { title: t`No delayed tasks`, text: t`Tasks that are added with a delay count down here until they are due.` },
    READY: { title: t`No ready tasks`, text: t`No due task waits for a consumer.`, kind: 'good' },
    RESERVED: { title: t`No running tasks`, text: t`Tasks whose callback runs are listed here, with their instance and lease.` },
    RETRYING: { title: t`No task is being retried`, text: t`Tasks whose attempt failed or was postponed are listed here until they finish or die.`, kind: 'good' },
    DEAD: { title: t`No dead letters`, text: t`Tasks that failed for good are listed here with their error. You can requeue or purge them.`, kind: 'good' },
};

/** For a list that is older than the count, or the other way round. */
const LOADING = { title: t`Loading…`, text: t`The list is read again.` };

/** For due tasks that no instance has made ready. */
const UNPUSHED = { title: t`No task in this list yet`, text: t`Due tasks come from the Delayed tab. If they stay there, no instance serves this group.` };

/**
 * List of the tasks of a topic in one state, or of those that are being retried, one page at a time. It is refreshed after changes while it is visible.
 *
 * @param {{group: string, topic: string, state: string, total: function(): number|undefined, onChange: function(): void, hostOf: function(string): string|undefined}}
 *     options total: the known number; hostOf: the host and process id of an instance, if known
 * @returns {{node: HTMLElement, refresh: function(): void, changed: function(): void, dispose: function(): void}}
 */
export function taskList({ group, topic, state, total, onChange, hostOf }) {
    /** Cursors of the pages so far; null for the first page. */
    const cursors = [null];
    let calls = 0;
    let disposed = false;
    let next = null;
    let timer = 0;
    let endedAt = 0;
    let pause = REFRESH_MILLIS;
    let asking = false;
    let dirty = false;
    /** Number of readings in a row without a task, although there are some. */
    let behind = 0;
    const choice = state === 'RESERVED' ? null : selection({ state, onDone: onChange });
    const list = state === 'RETRYING' ? 'retrying' : 'tasks';
    const table = dataTable({
        caption: t`Tasks of ${topic}`,
        columns: COLUMNS[state],
        testid: `tasks-${state.toLowerCase()}`,
        keyOf: ({ id }) => id,
        createRow: () => taskRow(state, onChange, hostOf, choice?.box()),
    });
    const pages = pager({ label: t`Pages of tasks`, onPrevious: () => turn(() => cursors.pop()), onNext: further });
    const message = h('div');
    const node = h('div', { 'aria-busy': 'true' }, choice?.node, table.node, message, pages.node);
    table.node.hidden = true;
    pages.node.hidden = true;

    function turn(change) {
        change();
        refresh();
    }

    function further() {
        turn(() => cursors.push(next));
    }

    function show(tasks, cursor) {
        next = cursor;
        table.update(tasks);
        choice?.keep(tasks.map(({ id }) => id));
        table.node.hidden = tasks.length === 0;
        const first = cursors.length === 1;
        behind = tasks.length === 0 && first && total() > 0 ? behind + 1 : 0;
        showEmpty(tasks.length === 0);
        const last = cursor === null || total() === 0;
        pages.update({ words: first && last ? '' : t`Page ${cursors.length}`, first, last });
        node.setAttribute('aria-busy', 'false');
    }

    /** Says why there is no row. While the list and the count differ, one of them is older. */
    function showEmpty(empty) {
        if (!empty) {
            showMessage('', () => []);
        } else if (cursors.length > 1) {
            showMessage('emptied', () => emptyState({ title: t`This page is empty now`, text: t`Its tasks have changed their state. The previous page may have others.` }));
        } else {
            const testid = `empty-${state.toLowerCase()}`;
            const [key, content] = !(total() > 0) ? ['empty', EMPTY[state]] : state === 'READY' && behind > 1 ? ['unpushed', UNPUSHED] : ['loading', LOADING];
            dirty ||= key === 'loading';
            showMessage(key, () => emptyState({ ...content, testid: key === 'loading' ? 'list-loading' : testid }));
        }
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
        const number = ++calls;
        const isLast = () => number === calls;
        const beganAt = Date.now();
        dirty = false;
        asking = true;
        try {
            const { tasks, cursor } = await get(path`groups/${group}/topics/${topic}/${list}`, { state: list === 'tasks' ? state : null, cursor: cursors.at(-1), limit: LIMIT });
            if (isLast()) {
                show(tasks, cursor ?? null);
            }
        } catch (error) {
            if (isLast()) {
                dirty = true;
                showMessage(error.message, () => errorPanel(error, refresh));
                node.setAttribute('aria-busy', 'false');
            }
        }
        if (isLast()) {
            asking = false;
            endedAt = Date.now();
            pause = Math.max(REFRESH_MILLIS, PAUSE_FACTOR * (endedAt - beganAt));
            timer = setTimeout(tick, pause);
        }
    }

    function tick() {
        if (document.visibilityState === 'visible' && (dirty || Date.now() - endedAt >= IDLE_MILLIS[state])) {
            refresh();
        } else {
            timer = setTimeout(tick, pause);
        }
    }

    refresh();
    return {
        node,
        refresh,
        /** Refreshes after a change: at once if the last refresh is old enough. */
        changed() {
            dirty = true;
            if (message.dataset.shown === 'empty') {
                showEmpty(true);
            }
            if (!asking && Date.now() - endedAt >= pause) {
                clearTimeout(timer);
                tick();
            }
        },
        dispose() {
            disposed = true;
            calls++;
            clearTimeout(timer);
        },
    };
}
