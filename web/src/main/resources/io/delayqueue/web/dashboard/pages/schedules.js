import { get } from '../api.js';
import { emptyState, errorPanel, note } from '../components/messages.js';
import { pager } from '../components/pager.js';
import { missingRow, SCHEDULE_COLUMNS, scheduleRow } from '../components/schedulerows.js';
import { dataTable } from '../components/table.js';
import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { follow } from '../live.js';
import { whyNot } from '../session.js';

const LIMIT = 50;
/** Time between two refreshes of a visible page; each makes up to 22 calls of Redis, which the viewers share for five seconds. */
const REFRESH_MILLIS = 10_000;
/** Maximum number of requests for a page. */
const MAX_STEPS = 5;

/** Page of the repeating tasks of all groups. */
export function schedulesPage() {
    /** Cursors of the pages so far; null for the first page. */
    const cursors = [null];
    let next = null;
    let disposed = false;
    let asked = 0;
    let timer = 0;
    const table = dataTable({
        caption: t`Repeating tasks`,
        columns: SCHEDULE_COLUMNS,
        testid: 'schedules',
        keyOf: ({ group, id, here }) => `${group}/${id}${here === undefined ? '' : '/missing'}`,
        createRow: (row) => (row.here === undefined ? scheduleRow(refresh) : missingRow(row, refresh)),
    });
    const pages = pager({
        label: t`Pages of repeating tasks`,
        onPrevious: () => turn(() => cursors.pop()),
        onNext: () => turn(() => cursors.push(next)),
    });
    const message = h('div');
    const panel = h('section', { class: 'panel', 'aria-label': t`Repeating tasks`, hidden: true }, table.node, pages.node);
    const node = h('div', { class: 'page', data: { testid: 'page-schedules' } },
        h('div', { class: 'page-head' }, h('h1', {}, t`Schedules`)), whyNot() ? note(whyNot()) : null, message, panel);

    function turn(change) {
        change();
        refresh();
    }

    function say(key, content) {
        if (message.dataset.shown !== key) {
            message.dataset.shown = key;
            fill(message, content());
        }
    }

    function show(missing, tasks, cursor, unreadable) {
        const rows = [...missing, ...tasks];
        next = cursor;
        const first = cursors.length === 1;
        table.update(rows);
        panel.hidden = rows.length === 0 && first && cursor === null && unreadable.length === 0;
        table.node.hidden = rows.length === 0;
        if (panel.hidden) {
            say('empty', () => emptyState({
                title: t`No repeating tasks`,
                text: t`This page lists the tasks that are added with a repetition or declared with @DelayQueueSchedule.`,
                testid: 'empty-schedules',
            }));
        } else {
            say(unreadable.join(' '), () => (unreadable.length === 0 ? [] : note(t`Redis refused to list the schedules of ${unreadable.join(t`, `)}.`)));
        }
        pages.update({ words: first && cursor === null ? '' : t`Page ${cursors.length}`, first, last: cursor === null });
    }

    /** Reads a page; groups without repeating tasks give empty parts. */
    async function read(isLast) {
        const missing = [];
        const tasks = [];
        const unreadable = [];
        let cursor = cursors.at(-1);
        for (let step = 1; isLast(); step++) {
            const answer = await get('schedules', { cursor, limit: LIMIT - tasks.length });
            tasks.push(...answer.schedules);
            missing.push(...(answer.missing ?? []));
            unreadable.push(...(answer.unreadableGroups ?? []));
            cursor = answer.cursor ?? null;
            if (cursor === null || tasks.length >= LIMIT || step === MAX_STEPS) {
                return isLast() ? show(missing, tasks, cursor, unreadable) : undefined;
            }
        }
        return undefined;
    }

    async function refresh() {
        clearTimeout(timer);
        if (disposed) {
            return;
        }
        const number = ++asked;
        const isLast = () => number === asked && !disposed;
        try {
            await read(isLast);
        } catch (error) {
            if (isLast()) {
                say(error.message, () => errorPanel(error, refresh));
            }
        }
        if (isLast()) {
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

    say('asking', () => h('p', { class: 'muted' }, t`Loading…`));
    // For the clock of Redis and the connection indicator in the header. The list itself is polled.
    const stream = follow({ size: 1 }, () => {}, () => Promise.resolve(null), (error) => say(error.message, () => errorPanel(error, refresh)));
    refresh();
    return {
        node,
        title: t`Schedules`,
        retry: () => (stream.retry(), refresh()),
        dispose() {
            disposed = true;
            stream.close();
            clearTimeout(timer);
        },
    };
}
