import { get } from '../api.js';
import { instanceCard } from '../components/instancecard.js';
import { emptyState, errorPanel, warning } from '../components/messages.js';
import { fill, h, reconcile, setText } from '../dom.js';
import { plural } from '../format.js';
import { follow } from '../live.js';
import { link } from '../router.js';

/** Page of the instances: pushers, consumers and stopped ones. */
export function instancesPage() {
    let disposed = false;
    let asking = false;
    const message = h('div');
    const list = h('div', { class: 'stack' });
    const node = h('div', { class: 'page', data: { testid: 'page-instances' } }, h('div', { class: 'page-head' }, h('h1', {}, 'Instances')), message, list);

    function say(key, content) {
        if (message.dataset.shown !== key) {
            message.dataset.shown = key;
            fill(message, content());
        }
    }

    function show({ instances, complete, unasked }) {
        if (complete === false) {
            const words = unasked === undefined ? 'Asking…' : `${plural(unasked, 'group')} not read yet.`;
            say(words, () => h('p', { class: 'muted num', data: { testid: 'unasked' } }, words));
        } else if (instances.length === 0) {
            say('empty', () => emptyState({
                title: 'No instance is known',
                text: 'An instance appears a few seconds after it has started an engine with at least one listener, and remains for a while after it has stopped.',
                testid: 'empty-instances',
            }));
        } else {
            say('', () => []);
        }
        const items = [...byGroup(instances)].map(([group, members]) => ({ group, members })).sort((a, b) => a.group.localeCompare(b.group));
        reconcile(list, items, ({ group }) => group, groupSection);
    }

    async function ask() {
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

    say('asking', () => h('p', { class: 'muted' }, 'Asking…'));
    // While the stream is open the server reads the groups in turn and answers from its samples, so requests cost no
    // call.
    const stream = follow({ size: 1 }, ({ polled }) => (polled ? undefined : refresh()), async () => {
        await ask();
        return { polled: true };
    });
    return {
        node,
        title: 'Instances',
        retry: () => stream.retry(),
        dispose() {
            disposed = true;
            stream.close();
        },
    };
}

function byGroup(instances) {
    const groups = new Map();
    instances.forEach((instance) => groups.set(instance.group, [...(groups.get(instance.group) ?? []), instance]));
    return groups;
}

function groupSection({ group }) {
    const about = h('span', { class: 'muted num' });
    const alerts = h('div');
    const cards = h('ul', { class: 'cards' });
    const node = h('section', { 'aria-label': `Group ${group}`, data: { testid: 'instance-group' } },
        h('div', { class: 'section-head' }, h('h2', {}, h('a', { href: link([], { group }) }, group)), about), alerts, cards);
    return {
        node,
        update({ members }) {
            const here = members.filter(({ gone }) => !gone);
            const pushed = here.some(({ pushing }) => pushing);
            setText(about, `${plural(here.length, 'instance')}${members.length > here.length ? `, ${members.length - here.length} gone` : ''}`);
            if (alerts.dataset.shown !== String(pushed)) {
                alerts.dataset.shown = String(pushed);
                fill(alerts, pushed ? [] : warning('No instance pushes this group: due tasks are not made ready. Another instance takes over within a second or two if one is running.'));
            }
            reconcile(cards, [...members].sort(presentFirst), ({ instance }) => instance, () => instanceCard(group));
        },
    };
}

const presentFirst = (a, b) => Number(a.gone) - Number(b.gone) || a.instance.localeCompare(b.instance);
