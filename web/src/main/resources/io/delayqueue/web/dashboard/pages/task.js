import { get, getText, path } from '../api.js';
import { attemptTimeline } from '../components/attempts.js';
import { clampedText } from '../components/clamp.js';
import { errorDetails } from '../components/errordetails.js';
import { openEdit } from '../components/forms.js';
import { emptyState, errorPanel, note } from '../components/messages.js';
import { payloadView } from '../components/payload.js';
import { scheduleFacts } from '../components/schedule.js';
import { outcomeBadge } from '../components/records.js';
import { stateBadge } from '../components/states.js';
import { taskActions } from '../components/taskactions.js';
import { taskFacts } from '../components/taskfacts.js';
import { taskRecords } from '../components/taskrecords.js';
import { fill, h, redraw } from '../dom.js';
import { member } from '../json.js';
import { t } from '../language.js';
import { follow } from '../live.js';
import { link, topicLink } from '../router.js';
import { whyNot } from '../session.js';

const REFRESH_MILLIS = 2_000;
/** A task that is gone can be added again. */
const GONE_MILLIS = 10_000;

/** Page of one task: its data, its state and its attempts. */
export function taskPage(route) {
    const [, group, id] = route.segments;
    let timer = 0;
    let disposed = false;
    let asked = 0;
    let stream = null;
    let shown = '';
    /** Last response: a large payload is parsed only if it has changed. */
    let known = {};
    /** Whether there is no such task now, and the last occurrence that has ended. */
    let gone = false;
    let ended = null;
    /** Why the task waits; null if that is not known. */
    let wait = null;
    const badge = h('span', { class: 'head-badges' });
    const line = clampedText({ class: 'muted', data: { testid: 'description' } });
    const crumbs = h('nav', { class: 'crumbs', 'aria-label': t`Breadcrumb` }, h('a', { href: link([]) }, t`Overview`), slash(), h('a', { href: link([], { group }) }, group));
    const actions = taskActions(refresh, { small: false, edit: (task) => openEdit(task, known.payload, refresh) });
    const message = h('div');
    const facts = taskFacts();
    const schedule = scheduleFacts();
    const scheduleBox = panel(t`Schedule`, 'schedule', schedule.node);
    const error = errorDetails({ open: true });
    const errorBox = panel(t`Last error`, 'last-error', error.node);
    const payload = payloadView();
    const headers = h('dl', { class: 'headers' });
    const headerBox = panel(t`Headers`, 'headers', headers);
    const timeline = attemptTimeline();
    const content = h('div', { class: 'task-grid', hidden: true },
        h('div', { class: 'stack' }, errorBox, panel(t`Payload`, 'payload-panel', payload.node), headerBox),
        h('div', { class: 'stack' }, panel(t`State`, 'facts', facts.node), scheduleBox, panel(t`Attempts so far`, 'attempts', timeline.node)));
    const node = h('div', { class: 'page', data: { testid: 'page-task' } }, crumbs,
        h('div', { class: 'page-head' }, h('div', {}, h('h1', { class: 'wrap' }, id, badge), line.node), actions.node),
        whyNot() ? note(whyNot()) : null, message, content);
    const records = taskRecords({ group, id, onRead: () => gone && showGone() });
    node.append(records.node);

    function show(task, payloadText) {
        content.hidden = false;
        fill(message);
        if (crumbs.lastChild.dataset.topic === undefined) {
            crumbs.append(slash(), h('a', { href: topicLink(group, task.topic), data: { topic: 'topic' } }, task.topic));
            // For the clock and the connection indicator in the header. The task itself is polled.
            stream = follow({ group, topic: task.topic }, () => {}, () => Promise.resolve(null), showError);
        }
        redraw(badge, task.state, () => stateBadge(task.state));
        line.set(task.description);
        actions.update(task);
        showWaiting(task);
        scheduleBox.hidden = !task.repeat;
        if (task.repeat) {
            schedule.update(task);
        }
        errorBox.hidden = !task.error;
        error.update(task.error);
        payload.update(payloadText, task.payloadMasked);
        showHeaders(task.headers ?? {});
    }

    /** Both parts say why the task waits, in the same words. */
    function showWaiting(task) {
        const reason = task.state === 'READY' ? wait : null;
        facts.update(task, reason);
        timeline.update(task, reason);
    }

    function showHeaders(values) {
        headerBox.hidden = Object.keys(values).length === 0;
        const now = JSON.stringify(values);
        if (now !== shown) {
            shown = now;
            fill(headers, Object.entries(values).map(([name, value]) =>
                h('div', {}, h('dt', { class: 'mono wrap' }, name), h('dd', { class: 'mono wrap' }, value))));
        }
    }

    /** Reads the records again when the task or an occurrence of the task has ended, or the task has died. */
    function readRecords(now, task) {
        if (now !== ended) {
            ended = now;
            records.refresh(task);
        }
    }

    /** Shows what is known of a task that has ended: its records, or that there are none. */
    function showGone() {
        const { known: searched, newest } = records;
        redraw(badge, `gone ${newest?.outcome}`, () => (newest ? outcomeBadge(newest.outcome) : []));
        fill(message, !searched ? null : newest ? note(t`This task has ended. This is what the history has of it.`) : emptyState({
            title: t`This task is gone`,
            text: t`There is no unfinished task with this id in the group, and no record of one: it has finished, was removed or purged, or was never added.`,
            testid: 'task-gone',
            kind: 'good',
            children: [h('p', {}, h('a', { class: 'button', href: link([], { group }) }, t`Topics of ${group}`))],
        }));
    }

    function showError(problem) {
        if (problem.word === 'not-found') {
            content.hidden = true;
            fill(actions.node);
            // The link from a record has the topic.
            readRecords('gone', { topic: known.task?.topic ?? route.query.get('topic') });
            showGone();
        } else {
            fill(message, errorPanel(problem, refresh));
        }
    }

    async function refresh() {
        clearTimeout(timer);
        if (disposed) {
            return;
        }
        const call = ++asked;
        try {
            const text = await getText(path`groups/${group}/tasks/${id}`);
            if (call === asked && !disposed) {
                if (text !== known.text) {
                    known = { text, task: JSON.parse(text), payload: member(text, 'payload') };
                }
                gone = false;
                show(known.task, known.payload);
                readRecords(`${known.task.state === 'DEAD'} ${known.task.lastRun?.endedAt}`, known.task);
                await showWait(call);
            }
        } catch (problem) {
            if (call === asked && !disposed) {
                gone = problem.status === 404;
                showError(problem);
            }
        }
        if (call === asked && !disposed) {
            timer = setTimeout(tick, gone ? GONE_MILLIS : REFRESH_MILLIS);
        }
    }

    async function showWait(call) {
        try {
            wait = known.task.state === 'READY' ? await get(path`groups/${group}/tasks/${id}/wait`) : null;
        } catch {
            // The task has begun, or the next call shows the failure.
            wait = null;
        }
        if (call === asked && !disposed) {
            showWaiting(known.task);
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
        title: `${id} (${group})`,
        retry: () => (stream?.retry(), refresh()),
        dispose() {
            disposed = true;
            clearTimeout(timer);
            stream?.close();
        },
    };
}

const slash = () => h('span', { 'aria-hidden': 'true' }, '/');

function panel(title, testid, ...content) {
    return h('section', { class: 'panel', 'aria-label': title, data: { testid } }, h('h2', {}, title), content);
}
