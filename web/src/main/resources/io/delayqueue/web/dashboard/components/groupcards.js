import { needMostFirst, totalOf } from '../attention.js';
import { h, reconcile, setText } from '../dom.js';
import { unregister } from '../actions.js';
import { duration, joined, plural, rate } from '../format.js';
import { t } from '../language.js';
import { link } from '../router.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';
import { icon } from './icons.js';
import { depthBar, depthLegend, stateCounts, unregisteredBadge } from './states.js';
import { OVERDUE_MILLIS } from './tiles.js';

const FIRST = 6;

/** Cards of groups: depth by state, throughput, lateness, pusher. Groups with problems come first, then the busiest. */
export function groupCards() {
    const list = h('ul', { class: 'cards cards-fit' });
    const more = h('button', { type: 'button', class: 'button button-small', data: { testid: 'more-groups' }, on: { click: toggle } });
    const node = h('section', { 'aria-label': t`Groups` }, h('div', { class: 'panel-head' }, h('h2', {}, t`Groups`), depthLegend()), list, h('p', { class: 'more' }, more));
    let all = false;
    let groups = [];
    let chosen = '';

    function toggle() {
        all = !all;
        draw();
    }

    let started = true;

    function draw() {
        const shown = [...groups].sort(needMostFirst).slice(0, all ? groups.length : FIRST);
        const deepest = Math.max(0, ...groups.map(totalOf));
        reconcile(list, shown.map((group) => ({ ...group, deepest, started })), ({ group }) => group, () => card());
        list.querySelectorAll('[data-group]').forEach((item) => item.classList.toggle('is-chosen', item.dataset.group === chosen));
        more.parentNode.hidden = groups.length <= FIRST;
        setText(more, all ? t`Show fewer groups` : t`Show all ${plural(groups.length, 'group')}`);
    }

    return {
        node,
        /** @param running whether the instance that answers is started */
        update(next, group, running) {
            groups = next;
            started = running;
            chosen = group;
            draw();
        },
    };
}

/** Whether a group can be unregistered: everything in it has been counted and nothing is there. */
const isUnused = ({ registered, complete, instances, delayed, ready, reserved, dead }) =>
    mayChange() && registered === true && complete === true && instances === 0 && delayed + ready + reserved + dead === 0;

function aboutWords({ topics, paused, instances, drained, started, complete }) {
    const some = [plural(topics, 'topic'), paused && t`${paused} paused`];
    const running = [instances === undefined ? '…' : plural(instances, 'instance'), drained && t`${drained} drained`, !started && !instances && t`not started here`];
    return joined([...[some, running].map((each) => joined(each, t`, `)), complete === false && t`counting…`]);
}

function card() {
    const name = h('a', { class: 'card-title' });
    const depth = depthBar();
    const counts = stateCounts();
    const facts = { pace: h('dd', { class: 'num' }), late: h('dd', { class: 'num' }), pusher: h('dd', { class: 'clip' }) };
    const about = h('p', { class: 'muted small num' });
    const overdue = h('p', { class: 'overdue' }, icon('warning'), h('span'));
    const unregistered = unregisteredBadge();
    let current = {};
    const forget = button(t`Unregister`, { kind: 'small', testid: 'unregister-group', click: () => unregister({ group: current.group }, () => {}) });
    const node = h('li', { class: 'card', data: { testid: 'group-card' } },
        h('div', { class: 'card-head' }, name, about), h('p', { hidden: true }, unregistered), depth.node, counts.node,
        h('dl', { class: 'facts-line' },
            h('div', {}, h('dt', {}, t`Finished`), facts.pace),
            h('div', {}, h('dt', {}, t`Lateness p50 / p99`), facts.late),
            h('div', {}, h('dt', {}, t`Pusher`), facts.pusher)), overdue, h('p', { hidden: true }, forget));
    return {
        node,
        update(group) {
            node.dataset.group = group.group;
            setText(name, group.group);
            current = group;
            unregistered.parentNode.hidden = group.registered !== false;
            forget.setAttribute('aria-label', t`Unregister the group ${group.group}`);
            forget.parentNode.hidden = !isUnused(group);
            name.setAttribute('href', link([], { group: group.group }));
            setText(about, aboutWords(group));
            const counted = group.complete !== false || group.countedAt !== undefined;
            depth.node.hidden = !counted;
            counts.node.hidden = !counted;
            depth.update(group, group.deepest);
            counts.update(group);
            setText(facts.pace, rate(group.rates?.finished));
            setText(facts.late, group.lateness ? `${duration(group.lateness.p50Millis)} / ${duration(group.lateness.p99Millis)}` : '–');
            const known = group.pusher !== undefined || group.instances !== undefined;
            setText(facts.pusher, group.pusher ?? (known ? t`none` : '…'));
            facts.pusher.title = group.pusher ?? t`No instance makes due tasks of this group ready`;
            facts.pusher.classList.toggle('is-missing', known && !group.pusher);
            overdue.hidden = (group.overdueMillis ?? 0) < OVERDUE_MILLIS;
            setText(overdue.lastChild, t`Overdue by ${duration(group.overdueMillis)}`);
        },
    };
}
