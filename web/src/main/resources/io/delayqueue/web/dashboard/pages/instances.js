import { get } from '../api.js';
import { instanceCard } from '../components/instancecard.js';
import { emptyState, errorPanel, warning } from '../components/messages.js';
import { fill, h, reconcile, setText } from '../dom.js';
import { plural } from '../format.js';
import { link } from '../router.js';

const MIN_REFRESH_MILLIS = 5_000;
/** When some groups have not been asked yet. */
const SOON_MILLIS = 2_000;
/** Each group costs Redis a call. */
const MILLIS_PER_GROUP = 1_000;

/** Who pushes, who consumes, who has gone. */
export function instancesPage() {
    let timer = 0;
    let disposed = false;
    const message = h('div');
    const list = h('div', { class: 'stack' });
    const node = h('div', { class: 'page', data: { testid: 'page-instances' } }, h('div', { class: 'page-head' }, h('h1', {}, 'Instances')), message, list);

    function show({ instances, complete }) {
        fill(message, instances.length > 0 ? [] : complete === false ? h('p', { class: 'muted' }, 'Asking…') : emptyState({
            title: 'No instance has been heard of',
            text: 'An instance appears a few seconds after it has started an engine with at least one listener, and stays for a while after it has gone.',
            testid: 'empty-instances',
        }));
        const groups = byGroup(instances);
        const items = [...groups].map(([group, members]) => ({ group, members })).sort((a, b) => a.group.localeCompare(b.group));
        reconcile(list, items, ({ group }) => group, groupSection);
        return items.length;
    }

    async function refresh() {
        clearTimeout(timer);
        let groups = 0;
        let soon = false;
        try {
            const answer = await get('instances');
            if (!disposed) {
                groups = show(answer);
                soon = answer.complete === false;
            }
        } catch (error) {
            if (!disposed) {
                fill(message, errorPanel(error, refresh));
            }
        }
        if (!disposed) {
            timer = setTimeout(tick, soon ? SOON_MILLIS : Math.max(MIN_REFRESH_MILLIS, groups * MILLIS_PER_GROUP));
        }
    }

    function tick() {
        if (document.visibilityState === 'visible') {
            refresh();
        } else {
            timer = setTimeout(tick, MIN_REFRESH_MILLIS);
        }
    }

    refresh();
    return {
        node,
        title: 'Instances',
        retry: refresh,
        dispose() {
            disposed = true;
            clearTimeout(timer);
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
                fill(alerts, pushed ? [] : warning('No instance pushes this group: what falls due is not made ready. Another takes over within a second or two if one is running.'));
            }
            reconcile(cards, [...members].sort(presentFirst), ({ instance }) => instance, () => instanceCard(group));
        },
    };
}

const presentFirst = (a, b) => Number(a.gone) - Number(b.gone) || a.instance.localeCompare(b.instance);
