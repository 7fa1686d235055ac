import { get, path } from '../api.js';
import { unregister } from '../actions.js';
import { failureGroups } from '../components/failuregroups.js';
import { dueBars } from '../components/duebars.js';
import { openAddTask } from '../components/forms.js';
import { historyList } from '../components/historylist.js';
import { icon } from '../components/icons.js';
import { keyPanel } from '../components/keypanel.js';
import { limitPanel } from '../components/limitpanel.js';
import { errorPanel, note, warning } from '../components/messages.js';
import { settingsPanel } from '../components/settings.js';
import { HISTORY, pausedBadge, RETRYING, STATES, unregisteredBadge } from '../components/states.js';
import { tabList } from '../components/tabs.js';
import { bulkActions, pauseButton } from '../components/taskactions.js';
import { taskList } from '../components/tasklist.js';
import { trafficCharts } from '../components/traffic.js';
import { button } from '../components/dialog.js';
import { topicCause } from '../components/waits.js';
import { fill, h, redraw } from '../dom.js';
import { compact, joined, plural } from '../format.js';
import { record } from '../history.js';
import { t } from '../language.js';
import { openHoldTopic } from '../limits.js';
import { follow } from '../live.js';
import { link, replaceQuery } from '../router.js';
import { mayChange, whyNot } from '../session.js';

/** Page of one topic: its tasks by state, its consumers and actions. */
export function topicPage(route) {
    const [, group, topic] = route.segments;
    let state = stateIn(route);
    let counts = { group, topic, paused: false };
    let countedAt;
    /** Number of samples of the stream that may be older than the last answer. */
    let older = 0;
    let list = null;
    /** Host and process id of each consumer. */
    let hosts = new Map();
    let failures = null;
    /** Last limit that was the reason, and when: it is not, for a moment, each time that a task may begin. */
    let reached = { cause: null, at: 0 };

    const head = h('div', { class: 'head-actions' });
    const badges = h('span', { class: 'head-badges' });
    const alerts = h('div', { class: 'stack-small' });
    const limits = limitPanel(group, topic);
    const keys = keyPanel(group, topic);
    const consumers = h('p', { class: 'muted num', data: { testid: 'consumers' } });
    const bulk = h('div', { class: 'actions' });
    const listBox = h('div');
    const due = dueBars();
    const charts = trafficCharts();
    charts.node.hidden = true;
    const tabs = tabList({
        label: t`Tasks by state`,
        tabs: TABS.map(({ state: key, label, name }) => ({ key, label, name, icon: icon(name) })),
        onSelect: select,
    });
    fill(tabs.panel, h('div', { class: 'tab-tools' }, bulk), listBox);
    const node = h('div', { class: 'page', data: { testid: 'page-topic' } },
        h('nav', { class: 'crumbs', 'aria-label': t`Breadcrumb` }, h('a', { href: link([]) }, t`Overview`), h('span', { 'aria-hidden': 'true' }, '/'), h('a', { href: link([], { group }) }, group)),
        h('div', { class: 'page-head' }, h('div', {}, h('h1', {}, topic, badges), consumers), head),
        alerts,
        whyNot() ? note(whyNot()) : null,
        limits.node,
        keys.node,
        due.node,
        h('section', { class: 'panel tab-box', 'aria-label': t`Tasks` }, tabs.node, tabs.panel),
        charts.node,
        settingsPanel(group, topic));

    function select(next) {
        state = next;
        replaceQuery({ state: state === 'DELAYED' ? '' : state });
        showTab();
    }

    function showTab() {
        tabs.select(state);
        list?.dispose();
        failures?.dispose();
        list = state === 'HISTORY' ? historyList({ group, topic, onCounts: (records) => ((counts.records = records), showHead()) }) : taskList({ group, topic, state, total: () => counts[tabOf(state).member], onChange: reload, hostOf: (instance) => hosts.get(instance) });
        failures = state === 'DEAD' || state === 'RETRYING' ? failureGroups({ group, topic, retrying: state === 'RETRYING' }) : null;
        fill(listBox, failures?.node, list.node);
        showHead();
    }

    function reload() {
        list.refresh();
        failures?.refresh();
    }

    function showHead() {
        failures?.update(counts[tabOf(state).member]);
        const any = state === 'DEAD' ? counts.dead : counts.delayed + counts.ready + counts.reserved;
        redraw(bulk, `${state} ${any > 0}`, () => (any > 0 ? bulkActions(state, () => counts, reload) : []));
        const unused = counts.registered === true && counts.total === 0 && counts.consumers === 0;
        redraw(badges, `${counts.paused} ${counts.heldUntil} ${counts.registered}`, () => [counts.registered === false ? unregisteredBadge() : null, counts.paused ? pausedBadge(counts.heldUntil) : null]);
        redraw(head, `${counts.paused} ${unused}`, () =>
            mayChange()
                ? [
                      unused ? button(t`Unregister`, { testid: 'unregister', click: () => unregister({ group, topic }, () => (window.location.hash = link([]))) }) : null,
                      button(t`Limit`, { testid: 'limit', click: limits.setOwn }),
                      counts.paused ? null : button(t`Hold`, { testid: 'hold', click: () => openHoldTopic({ group, topic }, refresh) }),
                      pauseButton(() => counts, refresh),
                      button([icon('add'), t`Add task`], { kind: counts.paused ? '' : 'primary', testid: 'add-task', click: () => openAddTask({ group, topic }, () => list.refresh()) }),
                  ]
                : []);
        tabs.counts(Object.fromEntries(TABS.map(({ state: key, member }) => [key, counts[member] === undefined ? '–' : compact(counts[member])])));
    }

    function showCause({ cause, limits, consumers: followers, rates, running }) {
        if (cause?.reason === 'LIMIT') {
            reached = { cause, at: Date.now() };
        }
        const steady = cause?.reason === 'BEHIND_OTHERS' && Date.now() - reached.at < STEADY_MILLIS ? reached.cause : cause;
        const found = topicCause({ counts, cause: steady, limits, consumers: followers, rates, running });
        redraw(alerts, JSON.stringify([found, steady?.tasks]), () => (found ? warning(found.text, found.more.map((line) => h('p', { class: 'muted' }, line))) : []));
        const slots = (followers ?? []).reduce((sum, { concurrency }) => sum + concurrency, 0);
        const drained = (followers ?? []).filter(({ draining }) => draining).length;
        consumers.textContent = !followers?.length ? '' : joined([t`Consumed by ${plural(followers.length, 'instance')} with ${plural(slots, 'slot')}`, drained > 0 && t`${drained} drained`], t`, `);
    }

    function show(data) {
        if (data.topic.countedAt !== countedAt) {
            countedAt = data.topic.countedAt;
            older = Math.max(0, older - 1);
        }
        if (older === 0 || countedAt === undefined) {
            // Its counts may not have been read yet.
            counts = { ...counts, heldUntil: undefined, ...data.topic };
        }
        hosts = new Map((data.consumers ?? []).map(({ instance, host, pid }) => [instance, `${host}:${pid}`]));
        showHead();
        showCause({ ...data, limits: limits.update(counts, data.limits) });
        keys.update(counts.behind);
        if (data.changed !== false) {
            list.changed();
        }
        due.update(data.due, counts.delayed ?? 0);
        if (data.rates || data.lateness) {
            const key = `${route.query.get('queue') ?? ''}/${group}/${topic}`;
            record(key, data.at, data.rates, data.lateness);
            charts.node.hidden = false;
            charts.update([{ label: topic, key }]);
        }
    }

    async function refresh() {
        list.refresh();
        try {
            counts = { ...counts, heldUntil: undefined, ...(await get(path`groups/${group}/topics/${topic}`)) };
            // The displayed sample, and the next: it may be from before the answer too.
            older = 2;
            showHead();
        } catch (error) {
            showFault(error);
        }
    }

    function showFault(error) {
        alerts.dataset.shown = 'error';
        fill(alerts, errorPanel(error, refresh));
    }

    async function poll() {
        const now = await get(path`groups/${group}/topics/${topic}`);
        return { topic: now, cause: now.ready > 0 ? await get(path`groups/${group}/topics/${topic}/wait`).catch(() => undefined) : undefined };
    }

    const stream = follow({ group, topic }, show, poll, showFault);
    showTab();
    return {
        node,
        title: `${topic} (${group})`,
        retry: () => stream.retry(),
        update(next) {
            if (stateIn(next) !== state) {
                state = stateIn(next);
                showTab();
            }
        },
        dispose() {
            stream.close();
            list.dispose();
            failures?.dispose();
            charts.dispose();
        },
    };
}

/** Time for which a limit stays the shown reason. */
const STEADY_MILLIS = 10_000;

const TABS = [...STATES.slice(0, -1), RETRYING, STATES.at(-1), HISTORY];

const tabOf = (state) => TABS.find((tab) => tab.state === state) ?? TABS[0];

const stateIn = ({ query }) => tabOf(query.get('state')).state;
