import { totalOf } from '../attention.js';
import { codeBlock, emptyState, errorPanel, warning } from '../components/messages.js';
import { dueBars, sumOfDue } from '../components/duebars.js';
import { groupCards } from '../components/groupcards.js';
import { tiles } from '../components/tiles.js';
import { ATTENTION, MAX_SEARCH, SORTS, topicTable } from '../components/topictable.js';
import { trafficCharts } from '../components/traffic.js';
import { NOT_STARTED } from '../components/waits.js';
import { fill, h, setText } from '../dom.js';
import { count } from '../format.js';
import { record } from '../history.js';
import { t } from '../language.js';
import { follow } from '../live.js';
import { pollOverview } from '../polled.js';
import { replaceQuery } from '../router.js';

const SIZE = 50;
const MAX_PAGE = 1_000_000;
const FIRST_CODE = `@DelayQueueListener(group = "orders", topic = "cancel-unpaid")
void cancel(CancelOrder order) { … }

delayQueueService.addTask(Task.of("orders", "cancel-unpaid")
        .payload(new CancelOrder(42))
        .delay(Duration.ofMinutes(30))
        .build());`;

/** Reads the query of the table from the address. */
function viewOf({ query }) {
    return {
        group: query.get('group') ?? '',
        search: (query.get('search') ?? '').slice(0, MAX_SEARCH),
        sort: SORTS.includes(query.get('sort')) ? query.get('sort') : ATTENTION,
        descending: query.get('descending') === 'true',
        page: Math.min(MAX_PAGE, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0)),
    };
}

/** Page of all groups and topics. */
export function overviewPage(route) {
    let view = viewOf(route);
    let stream = null;
    const sums = tiles();
    const cards = groupCards();
    const due = dueBars();
    const charts = trafficCharts({ ofGroups: true });
    const table = topicTable({ onView: changeView });
    const content = h('div', { class: 'stack' }, h('div', { class: 'skeleton', 'aria-hidden': 'true' }), h('p', { class: 'sr-only' }, t`Loading…`));
    const node = h('div', { class: 'page', data: { testid: 'page-overview' } }, h('h1', { class: 'sr-only' }, t`Overview`), content);
    const more = h('p', { class: 'muted' });
    const idle = warning(NOT_STARTED);
    let filled = false;

    function open() {
        stream?.close();
        table.showView(view);
        stream = follow({ ...view, descending: view.descending || null, size: SIZE }, show, () => pollOverview(view, SIZE), showFault);
    }

    function changeView(change) {
        view = { ...view, page: 0, ...change };
        replaceQuery({ ...view, sort: view.sort === ATTENTION ? '' : view.sort, page: view.page || '' });
        open();
    }

    function showFault(error) {
        filled = false;
        fill(content, errorPanel(error, open));
    }

    function show(data) {
        if (data.groups === undefined) {
            // Not known yet: the banners show the reason.
            return;
        }
        if (data.groups.length === 0 && !data.remark) {
            filled = false;
            fill(content, nothingYet());
            return;
        }
        if (!filled) {
            filled = true;
            fill(content, idle, sums.node, table.node, cards.node, more, due.node, charts.node);
        }
        idle.hidden = data.running !== false;
        const key = (group) => `${data.queue ?? ''}/${group}`;
        data.groups.forEach(({ group, rates, lateness }) => record(key(group), data.at, rates, lateness));
        sums.update(data.groups);
        due.update(sumOfDue(data.groups), data.groups.reduce((sum, { delayed }) => sum + (delayed ?? 0), 0));
        cards.update(data.groups, view.group, data.running !== false);
        setText(more, data.remark ?? ((data.groupCount ?? 0) > data.groups.length ? t`Cards, totals and charts show ${count(data.groups.length)} of ${count(data.groupCount)} groups. The table shows all.` : ''));
        charts.update(data.groups.map((group) => ({ label: group.group, key: key(group.group), group: group.group, tasks: totalOf(group) })));
        table.update(data, view);
    }

    open();
    return {
        node,
        title: t`Overview`,
        retry: () => stream.retry(),
        update(next) {
            const now = viewOf(next);
            if (JSON.stringify(now) !== JSON.stringify(view)) {
                view = now;
                open();
            }
        },
        dispose() {
            stream.close();
            charts.dispose();
            table.dispose();
        },
    };
}

function nothingYet() {
    return emptyState({
        title: t`No groups yet`,
        text: t`A group appears here with its first listener or its first task. Both take a few lines:`,
        testid: 'empty-groups',
        children: [codeBlock(FIRST_CODE), h('p', { class: 'muted' }, t`This page updates itself: there is no need to reload it.`)],
    });
}
