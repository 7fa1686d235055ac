import { drain } from '../actions.js';
import { currentQueue, get } from '../api.js';
import { DEFAULT_QUEUE } from '../components/header.js';
import { instanceTable } from '../components/instancetable.js';
import { emptyState, errorPanel, warning } from '../components/messages.js';
import { fill, h } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';
import { follow } from '../live.js';

/** Maximum number of groups that a warning names. */
const MAX_NAMES = 5;

/** Page of the instances, also of those that ended without a stop. */
export function instancesPage() {
    let disposed = false;
    let asking = false;
    let own = null;
    const message = h('div');
    const alerts = h('div', { class: 'stack-small' });
    const table = instanceTable({ onDrain: (instance, drained) => drain(instance, drained, refresh) });
    const panel = h('section', { class: 'panel', 'aria-label': t`Instances`, hidden: true }, table.node);
    const node = h('div', { class: 'page', data: { testid: 'page-instances' } }, h('div', { class: 'page-head' }, h('h1', {}, t`Instances`)), message, alerts, panel);

    function say(key, content) {
        if (message.dataset.shown !== key) {
            message.dataset.shown = key;
            fill(message, content());
        }
    }

    function show({ instances, complete, unasked }) {
        if (complete === false) {
            const words = t`${plural(unasked, 'group')} not read yet.`;
            say(words, () => h('p', { class: 'muted num', data: { testid: 'unasked' } }, words));
        } else if (instances.length === 0) {
            say('empty', () => emptyState({
                title: t`No instance is known`,
                text: t`An instance appears a few seconds after the start of an application with at least one listener. One that has crashed stays listed for a while.`,
                testid: 'empty-instances',
            }));
        } else {
            say('', () => []);
        }
        panel.hidden = instances.length === 0;
        table.update(instances, own);
        warn(withoutPusher(instances));
    }

    function warn({ served, unserved }) {
        const shown = JSON.stringify([served, unserved]);
        if (alerts.dataset.shown !== shown) {
            alerts.dataset.shown = shown;
            fill(alerts,
                served.length === 0 ? null : noPusher('no-pusher', t`No instance makes due tasks ready (no pusher) in: ${listed(served)}. Another instance takes over within a second or two.`),
                unserved.length === 0 ? null : noPusher('not-served', unserved.length === 1
                    ? t`No running instance consumes a topic of: ${listed(unserved)}. Due tasks of this group wait until an application with a listener, or a pull consumer, is started.`
                    : t`No running instance consumes a topic of: ${listed(unserved)}. Due tasks of these groups wait until an application with a listener, or a pull consumer, is started.`));
        }
    }

    async function ask() {
        // Before the instances, whose own one has the button.
        own ??= answering((await get('queues')).queues);
        const answer = await get('instances');
        if (!disposed) {
            show(answer);
        }
    }

    async function refresh() {
        if (asking) {
            return;
        }
        asking = true;
        try {
            await ask();
        } catch (error) {
            if (!disposed) {
                say(error.message, () => errorPanel(error, refresh));
            }
        } finally {
            asking = false;
        }
    }

    say('asking', () => h('p', { class: 'muted' }, t`Loading…`));
    // While the stream is open the server answers from its samples, so requests cost no call.
    const stream = follow({ size: 1 }, ({ polled }) => (polled ? undefined : refresh()), async () => {
        await ask();
        return { polled: true };
    });
    return {
        node,
        title: t`Instances`,
        retry: () => stream.retry(),
        dispose() {
            disposed = true;
            stream.close();
        },
    };
}

/** Name of the instance that answers, of the current queue. */
function answering(queues) {
    const name = currentQueue() ?? DEFAULT_QUEUE;
    return (queues.find((queue) => queue.name === name) ?? queues[0])?.instance ?? '';
}

const noPusher = (testid, text) => h('div', { data: { testid } }, warning(text));

/** Names groups, a few of many. */
function listed(groups) {
    const more = groups.length - MAX_NAMES;
    const names = groups.slice(0, MAX_NAMES).join(t`, `);
    return more > 0 ? t`${names} and ${plural(more, 'other')}` : names;
}

/** Groups without a pusher: those that a running instance consumes, and those that none does, but to which one has added. */
function withoutPusher(instances) {
    const running = instances.filter(({ gone }) => !gone);
    const groupsOf = (some) => new Set(some.map(({ group }) => group));
    const pushed = groupsOf(running.filter(({ pushing }) => pushing));
    const consumed = groupsOf(running.filter(({ topicCount }) => topicCount > 0));
    const names = [...groupsOf(instances)].filter((group) => !pushed.has(group)).sort();
    return { served: names.filter((group) => consumed.has(group)), unserved: names.filter((group) => !consumed.has(group)) };
}
