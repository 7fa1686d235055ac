import { totalOf } from '../attention.js';
import { h, reconcile, setAttribute, setText } from '../dom.js';
import { compact, count, duration, joined, plural } from '../format.js';
import { t } from '../language.js';
import { topicLink } from '../router.js';
import { icon } from './icons.js';
import { emptyState } from './messages.js';
import { pager } from './pager.js';
import { depthBar, depthLegend, noConsumerBadge, pausedBadge, unregisteredBadge } from './states.js';
import { causeBadge } from './waits.js';
import { dataTable } from './table.js';
import { OVERDUE_MILLIS } from './tiles.js';

const SEARCH_MILLIS = 250;
/** Names of groups and topics have at most 128 characters each. */
export const MAX_SEARCH = 257;
const COLUMNS = [
    { key: 'name', label: t`Topic`, sort: true, class: 'col-main' },
    { key: 'depth', label: t`Depth`, class: 'col-depth' },
    { key: 'delayed', label: t`Delayed`, sort: true, class: 'col-num' },
    { key: 'ready', label: t`Ready`, sort: true, class: 'col-num' },
    { key: 'reserved', label: t`Running`, sort: true, class: 'col-num' },
    { key: 'dead', label: t`Dead`, sort: true, class: 'col-num' },
    { key: 'overdue', label: t`Overdue`, sort: true, class: 'col-num' },
];

/** Default order: topics with problems first, then the busiest. */
export const ATTENTION = 'attention';
export const SORTS = [ATTENTION, ...COLUMNS.filter(({ sort }) => sort).map(({ key }) => key)];

/** Table of topics, searched, sorted and paged by the server. */
export function topicTable({ onView }) {
    let view = {};
    let timer = 0;
    let deepest = 0;
    const search = h('input', {
        type: 'search', class: 'input', maxlength: MAX_SEARCH, placeholder: t`Search topics`, 'aria-label': t`Search topics`, data: { testid: 'search' },
        on: {
            input: () => {
                clearTimeout(timer);
                timer = setTimeout(() => onView({ search: search.value.trim() }), SEARCH_MILLIS);
            },
        },
    });
    const groups = h('select', { class: 'select', 'aria-label': t`Group`, data: { testid: 'group-filter' }, on: { change: () => onView({ group: groups.value }) } });
    const table = dataTable({
        caption: t`Topics`, columns: COLUMNS, testid: 'topics',
        keyOf: ({ group, topic }) => JSON.stringify([group, topic]),
        createRow: () => row(() => deepest),
        onSort: (key) => onView({ sort: key, descending: view.sort === key ? !view.descending : key !== 'name' }),
    });
    const pages = pager({ label: t`Pages of topics`, onPrevious: () => onView({ page: view.page - 1 }), onNext: () => onView({ page: view.page + 1 }) });
    const nothing = h('div');
    const legend = depthLegend();
    const attention = h('button', {
        type: 'button', role: 'switch', class: 'switch', title: t`Overdue, dead letters, no consumer, paused; then the busiest`, data: { testid: 'sort-attention' },
        on: { click: () => onView({ sort: view.sort === ATTENTION ? 'name' : ATTENTION, descending: false }) },
    }, h('span', { class: 'switch-track', 'aria-hidden': 'true' }), t`Needs attention first`);
    const node = h('section', { class: 'panel topics', 'aria-labelledby': 'topics-title' },
        h('div', { class: 'panel-head' }, h('h2', { id: 'topics-title' }, t`Topics`),
            h('div', { class: 'panel-tools' }, attention, groups, h('span', { class: 'search' }, icon('search'), search))),
        legend, table.node, nothing, pages.node);

    function showGroups(names) {
        const items = ['', ...new Set([...names, view.group].filter(Boolean))];
        reconcile(groups, items, (name) => name, (name) => ({
            node: h('option', { value: name }, name === '' ? t`All groups` : name),
            update: () => {},
        }));
        if (document.activeElement !== groups) {
            groups.value = view.group;
        }
    }

    return {
        node,
        showView(next) {
            view = next;
            table.sorted(view.sort, view.descending);
            setAttribute(attention, 'aria-checked', String(view.sort === ATTENTION));
            if (document.activeElement !== search) {
                search.value = view.search;
            }
        },
        update({ topics, groups: known }) {
            const { total, page, size, rows } = topics;
            showGroups(known.map(({ group }) => group));
            deepest = Math.max(0, ...rows.map(totalOf));
            table.update(rows);
            table.node.hidden = rows.length === 0;
            legend.hidden = rows.length === 0;
            nothing.replaceChildren(...(rows.length === 0 ? [emptySearch(view, onView)] : []));
            const from = page * size;
            pages.update({
                words: rows.length === 0 ? '' : t`${count(from + 1)}–${count(from + rows.length)} of ${plural(total, 'topic')}`,
                first: page <= 0,
                last: from + rows.length >= total,
            });
        },
        dispose: () => clearTimeout(timer),
    };
}

function emptySearch(view, onView) {
    return view.search || view.group || view.page
        ? emptyState({
              title: t`No topic matches`,
              text: joined([view.search && t`Search: “${view.search}”.`, view.group && t`Group: ${view.group}.`], ' '),
              children: [h('p', {}, h('button', { type: 'button', class: 'button', on: { click: () => onView({ search: '', group: '', page: 0 }) } }, t`Show all topics`))],
          })
        : emptyState({ title: t`No topics yet`, text: t`A topic appears with its first listener or task.` });
}

function row(deepest) {
    const name = h('a', { class: 'topic-name' });
    const group = h('span', { class: 'muted topic-group' });
    const badge = pausedBadge();
    const unregistered = unregisteredBadge();
    const noConsumer = noConsumerBadge();
    const cause = causeBadge();
    const depth = depthBar();
    const numbers = { delayed: number(), ready: number(), reserved: number() };
    const dead = h('a', { class: 'num dead-link', data: { testid: 'dead-link' } });
    const overdue = h('span', { class: 'num' });
    return {
        cells: [h('span', { class: 'topic-cell' }, h('span', { class: 'topic-names' }, group, name), unregistered, noConsumer, badge, cause.node), depth.node,
            numbers.delayed, numbers.ready, numbers.reserved, dead, overdue],
        props: { data: { testid: 'topic-row' } },
        update(topic) {
            setText(name, topic.topic);
            setAttribute(name, 'href', topicLink(topic.group, topic.topic));
            setText(group, `${topic.group} /`);
            badge.hidden = !topic.paused;
            setText(badge.lastChild, topic.heldUntil ? t`Held` : t`Paused`);
            unregistered.hidden = topic.registered !== false;
            noConsumer.hidden = topic.consumers !== 0 || topic.registered === false;
            cause.update(topic);
            const counted = topic.delayed !== undefined;
            depth.node.hidden = !counted;
            depth.update(topic, deepest());
            Object.entries(numbers).forEach(([member, node]) => {
                setText(node, counted ? compact(topic[member]) : '…');
                node.classList.toggle('is-zero', !topic[member]);
            });
            setText(dead, counted ? compact(topic.dead) : '…');
            setAttribute(dead, 'href', topicLink(topic.group, topic.topic, { state: 'DEAD' }));
            setAttribute(dead, 'aria-label', t`${count(topic.dead)} dead of ${topic.topic}`);
            dead.classList.toggle('is-zero', !topic.dead);
            const late = topic.overdueMillis ?? 0;
            setText(overdue, late > 0 ? duration(late) : '–');
            overdue.className = `num ${late >= OVERDUE_MILLIS ? 'overdue-text' : late > 0 ? '' : 'is-zero'}`;
        },
    };
}

const number = () => h('span', { class: 'num' });
