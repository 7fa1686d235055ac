import { fill, h, isOwnAddress, setAttribute, setText } from '../dom.js';
import { joined } from '../format.js';
import { t } from '../language.js';
import { link } from '../router.js';
import { connection, outage, trouble } from '../status.js';
import { mark } from './icons.js';
import { findField } from './findfield.js';
import { languageSwitch } from './languageswitch.js';
import { themeSwitch } from './themeswitch.js';

/** Queue of calls that name none, if there are several. */
export const DEFAULT_QUEUE = 'default';

const WORDS = {
    none: '',
    connecting: t`Connecting`,
    live: t`Live`,
    lost: t`Reconnecting`,
    polling: t`Every 5 s`,
    asleep: t`Asleep`,
    stale: t`Stale`,
};

const PLACES = [
    { label: t`Overview`, segments: [], testid: 'nav-overview' },
    { label: t`Schedules`, segments: ['schedules'], testid: 'nav-schedules' },
    { label: t`Instances`, segments: ['instances'], testid: 'nav-instances' },
    { label: t`Outbox`, segments: ['outbox'], testid: 'nav-outbox' },
];

/** Queues that the header offers. */
let known = [];

/** Finds the queue of calls that name this one, or none. */
const queueOf = (name) => known.find((queue) => queue.name === (name ?? DEFAULT_QUEUE)) ?? known[0];

/** Creates the header. */
export function showHeader(session, queues) {
    known = queues;
    const light = h('span', { class: 'light', data: { testid: 'connection' } }, h('span', { class: 'light-dot' }), h('span', { class: 'light-text' }));
    const show = () => {
        const { state } = connection.get();
        const away = outage.get() !== null || trouble.get() !== null;
        const shown = away && (state === 'live' || state === 'polling') ? 'stale' : state;
        setAttribute(light, 'data-state', shown);
        setAttribute(light, 'title', shown === 'stale' ? t`Connected to the application, but Redis does not answer it` : null);
        setText(light.lastChild, WORDS[shown]);
        light.hidden = state === 'none';
    };
    [connection, outage, trouble].forEach((watched) => watched.watch(show));
    fill(document.getElementById('top'),
        h('div', { class: 'top-inner' },
            h('a', { class: 'brand', href: '#/', data: { place: '' } }, mark(), h('span', {}, t`Delay queue`)),
            h('nav', { class: 'nav', 'aria-label': t`Main` }, PLACES.map(({ label, segments, testid }) =>
                h('a', { href: link(segments), data: { place: segments.join('/'), testid } }, label))),
            session === null ? null : findField(),
            h('div', { class: 'top-tools' },
                light,
                session?.readOnly ? h('span', { class: 'badge' }, t`Read-only`) : null,
                queueSwitch(queues),
                themeSwitch(),
                languageSwitch(),
                account(session))));
    const versions = [session?.application, { name: 'delayqueue', version: session?.version }];
    setText(document.getElementById('foot'), versions.filter(Boolean).map(({ name, version }) => joined([name, version], ' ')).join(' · '));
}

/** Shows the current page in the header. */
export function markPlace(route) {
    const [kind] = route.segments;
    const place = kind === 'find' ? null : PLACES.some(({ segments }) => segments[0] === kind) ? kind ?? '' : '';
    const queue = document.getElementById('queue-switch');
    if (queue !== null) {
        queue.value = route.query.get('queue') ?? DEFAULT_QUEUE;
    }
    document.querySelectorAll('#top a[data-place]').forEach((anchor) => {
        anchor.setAttribute('href', link(anchor.dataset.place === '' ? [] : [anchor.dataset.place]));
        anchor.hidden = anchor.dataset.place === 'outbox' && !queueOf(route.query.get('queue'))?.outbox;
        setAttribute(anchor, 'aria-current', anchor.closest('nav') && anchor.dataset.place === place ? (route.segments.length <= 1 ? 'page' : 'true') : null);
    });
}

function queueSwitch(queues) {
    if (queues.length < 2) {
        const namespace = queues[0]?.namespace;
        return namespace ? h('span', { class: 'badge', title: t`Namespace in Redis`, data: { testid: 'namespace' } }, namespace) : null;
    }
    const select = h('select', {
        'aria-label': t`Queue`,
        class: 'select',
        id: 'queue-switch',
        data: { testid: 'queue-switch' },
        on: { change: () => (window.location.hash = link([], { queue: select.value })) },
    }, queues.map(({ name, namespace }) => h('option', { value: name }, namespace ? `${name} (${namespace})` : name)));
    return select;
}

function account(session) {
    if (!session?.authenticated) {
        return null;
    }
    const out = session.logoutUrl && isOwnAddress(session.logoutUrl) ? h('a', { href: session.logoutUrl, class: 'quiet-link' }, t`Log out`) : null;
    return h('span', { class: 'account' }, session.user ? h('span', { class: 'muted account-name', title: session.user }, session.user) : null, out);
}

