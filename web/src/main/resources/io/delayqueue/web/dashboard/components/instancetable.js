import { fill, h, reconcile, setAttribute, setText } from '../dom.js';
import { count, plural } from '../format.js';
import { t } from '../language.js';
import { link } from '../router.js';
import { mayChange } from '../session.js';
import { agoWords, sinceWords, tickingTime } from '../time.js';
import { icon } from './icons.js';
import { busyTopics, busyWords } from './busytopics.js';

const COLUMNS = [
    { label: t`Instance`, class: 'col-main' },
    { label: t`Version`, class: 'col-version' },
    { label: t`Up for`, class: 'col-time' },
    { label: t`Groups`, class: 'col-num' },
    { label: t`Busy`, class: 'col-busy' },
    { label: t`Last seen`, class: 'col-time' },
];

/**
 * Table of instances, one row each, with the groups and topics of an instance on demand.
 *
 * @param {{onDrain: function(string, boolean)}} actions onDrain: drains, or if false undrains, the instance that answers
 */
export function instanceTable({ onDrain }) {
    const open = new Set();
    let shown = [];
    let own = null;
    const body = h('tbody', { role: 'rowgroup' });
    const node = h('div', { class: 'table-box' },
        h('table', { class: 'table instances', role: 'table', data: { testid: 'instances' } },
            h('caption', { class: 'sr-only' }, t`Instances`),
            h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, COLUMNS.map(({ label, class: kind }) => h('th', { role: 'columnheader', scope: 'col', class: kind }, label)))),
            body));

    function draw() {
        const rows = shown.flatMap((instance) => [{ ...instance, opened: open.has(instance.instance), own: instance.instance === own }, ...(open.has(instance.instance) ? [{ ...instance, details: true }] : [])]);
        reconcile(body, rows, ({ instance, details }) => `${details ? 'details' : 'row'} ${instance}`, ({ details }) => (details ? detailsRow() : row(toggle, onDrain)));
    }

    function toggle(instance) {
        if (!open.delete(instance)) {
            open.add(instance);
        }
        draw();
    }

    return {
        node,
        /**
         * @param {Array<{group: string, instance: string}>} all instances, once for each of their groups
         * @param {?string} answering the instance that answers, which this page can drain
         */
        update(all, answering) {
            own = answering;
            shown = [...byInstance(all)].map(summary).sort(order);
            node.hidden = shown.length === 0;
            draw();
        },
    };
}

function byInstance(all) {
    const instances = new Map();
    all.forEach((each) => instances.set(each.instance, [...(instances.get(each.instance) ?? []), each]));
    return instances;
}

function summary([instance, groups]) {
    const topics = groups.flatMap((group) => group.topics ?? []);
    const sum = (member) => topics.reduce((total, topic) => total + topic[member], 0);
    return {
        ...groups[0],
        instance,
        groups: [...groups].sort((a, b) => a.group.localeCompare(b.group)),
        name: groups[0].host ? `${groups[0].host}:${groups[0].pid}` : instance,
        seenAt: groups.map(({ seenAt }) => seenAt).sort().at(-1),
        gone: groups.every(({ gone }) => gone),
        draining: groups.some(({ draining }) => draining),
        running: sum('running'),
        slots: sum('concurrency'),
        waiting: sum('waiting'),
        partial: groups.some(({ topicCount, topics: listed }) => topicCount > (listed ?? []).length),
    };
}

const order = (a, b) => Number(a.gone) - Number(b.gone) || a.name.localeCompare(b.name) || a.instance.localeCompare(b.instance);

const cells = (content) => content.map((cell, i) => h('td', { role: 'cell', class: COLUMNS[i].class, data: { label: COLUMNS[i].label } }, cell));

function row(toggle, onDrain) {
    let instance = '';
    let draining = false;
    const words = h('span', { class: 'wrap' });
    const button = h('button', { type: 'button', class: 'row-toggle', data: { testid: 'instance-toggle' }, on: { click: () => toggle(instance) } }, icon('next'), words);
    const id = h('span', { class: 'muted small mono wrap' });
    const gone = h('span', { class: 'badge' }, t`Gone`);
    const drained = drainingBadge();
    const drain = h('button', { type: 'button', class: 'button button-small', data: { testid: 'drain' }, on: { click: () => onDrain(instance, !draining) } });
    const version = h('span', { class: 'num wrap' });
    const groups = h('span', { class: 'num' });
    const bar = h('meter', { class: 'busy', min: '0' });
    const busy = h('span', { class: 'num' });
    const up = tickingTime(sinceWords);
    const seen = tickingTime(agoWords, { data: { testid: 'seen' } });
    const node = h('tr', { role: 'row', data: { testid: 'instance-row' } },
        cells([h('div', { class: 'instance-cell' }, button, id, gone, drained, drain), version, up.node, groups, h('span', { class: 'busy-cell' }, bar, busy), seen.node]));
    return {
        node,
        update(now) {
            instance = now.instance;
            setText(words, now.name);
            setAttribute(button, 'aria-expanded', String(now.opened));
            setText(id, now.instance);
            gone.hidden = !now.gone;
            draining = now.draining;
            drained.hidden = !draining || now.gone;
            drain.hidden = !now.own || !mayChange();
            setText(drain, draining ? t`Undrain` : t`Drain`);
            node.classList.toggle('is-gone', now.gone);
            setText(version, now.version ?? '–');
            up.set(now.gone ? null : now.startedAt);
            seen.set(now.seenAt);
            setText(groups, count(now.groups.length));
            setAttribute(bar, 'max', Math.max(1, now.slots));
            setAttribute(bar, 'value', now.running);
            setAttribute(bar, 'aria-label', t`${now.running} of ${plural(now.slots, 'slot')} busy`);
            bar.hidden = now.slots === 0;
            setText(busy, now.slots === 0 ? t`no consumer` : busyWords(now.running, now.slots, now.waiting, now.partial));
        },
    };
}

const drainingBadge = () => h('span', { class: 'badge is-paused', title: t`Starts no task until it is undrained or started again`, data: { testid: 'draining' } }, t`Draining`);

function detailsRow() {
    const list = h('ul', { class: 'instance-groups' });
    const node = h('tr', { role: 'row', class: 'details-row', data: { testid: 'instance-details' } }, h('td', { role: 'cell', class: 'col-main', colspan: COLUMNS.length }, list));
    return {
        node,
        update: ({ groups }) => reconcile(list, groups, ({ group }) => group, groupItem),
    };
}

function groupItem({ group }) {
    const badges = h('span');
    const topics = busyTopics(group);
    return {
        node: h('li', { data: { testid: 'instance-group' } }, h('p', { class: 'instance-group wrap' }, h('a', { href: link([], { group }) }, group), ' ', badges), topics.node),
        update(instance) {
            const now = `${instance.pushing} ${instance.draining}`;
            if (badges.dataset.shown !== now) {
                badges.dataset.shown = now;
                fill(badges,
                    instance.pushing ? h('span', { class: 'badge is-good', title: t`Makes due tasks of this group ready` }, icon('check'), t`Pusher`) : null,
                    instance.draining ? [' ', drainingBadge()] : null);
            }
            topics.update(instance);
        },
    };
}
