import { get, readSession, useQueue } from './api.js';
import { onRetry, startBanners } from './components/banners.js';
import { DEFAULT_QUEUE, markPlace, showHeader } from './components/header.js';
import { errorPanel } from './components/messages.js';
import { errorToast } from './components/toast.js';
import { fill, setAttribute, setText } from './dom.js';
import { findPage } from './pages/find.js';
import { instancesPage } from './pages/instances.js';
import { notFoundPage } from './pages/notfound.js';
import { outboxPage } from './pages/outbox.js';
import { overviewPage } from './pages/overview.js';
import { schedulesPage } from './pages/schedules.js';
import { taskPage } from './pages/task.js';
import { topicPage } from './pages/topic.js';
import { t } from './language.js';
import { currentRoute, onRoute, replaceQuery, restorePlace } from './router.js';
import { setSession } from './session.js';

/**
 * Page with its node, its title and the function that releases its resources. `update` applies a change of the query only.
 *
 * @typedef {{node: HTMLElement, title: string, update?: function(object): void, retry?: function(): void, dispose: function(): void}} Page
 */

const main = document.getElementById('main');
let page = null;
let shownPath = null;
let shownQueue = null;

/** @returns {function(object): Page} */
function pageFor({ segments }) {
    const [kind, first, second, ...rest] = segments;
    if (segments.length === 0) {
        return overviewPage;
    }
    if (kind === 'topics' && second !== undefined && rest.length === 0) {
        return topicPage;
    }
    if (kind === 'tasks' && first !== undefined && segments.length === 3) {
        return taskPage;
    }
    const single = { find: findPage, instances: instancesPage, outbox: outboxPage, schedules: schedulesPage };
    return segments.length === 1 && Object.hasOwn(single, kind) ? single[kind] : notFoundPage;
}

function show(route) {
    const queue = route.query.get('queue');
    markPlace(route);
    if (page !== null && route.path === shownPath && queue === shownQueue && page.update) {
        page.update(route);
        return;
    }
    const first = page === null;
    page?.dispose();
    useQueue(queue);
    shownPath = route.path;
    shownQueue = queue;
    try {
        page = pageFor(route)(route);
    } catch (error) {
        page = { node: errorPanel(error, () => show(currentRoute())), title: t`Error`, dispose: () => {} };
    }
    onRetry(() => page.retry?.());
    fill(main, page.node);
    document.title = `${page.title} · ${t`Delay queue`}`;
    if (!first) {
        window.scrollTo(0, 0);
        const heading = main.querySelector('h1') ?? main;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    }
}

async function start() {
    try {
        const [session, { queues }] = await Promise.all([readSession(), get('queues')]);
        restorePlace();
        setSession(session);
        showHeader(session, queues);
        if (queues.length > 1 && !currentRoute().query.has('queue') && !queues.some(({ name }) => name === DEFAULT_QUEUE)) {
            replaceQuery({ queue: queues[0].name });
        }
        show(currentRoute());
        onRoute(show);
    } catch (error) {
        showHeader(null, []);
        fill(main, errorPanel(error, start));
    }
}

// A broken page shows the error.
window.addEventListener('unhandledrejection', ({ reason }) => complain(reason));
window.addEventListener('error', ({ error }) => complain(error));

/** Shows an error; a repeated one only once at a time. */
function complain(error) {
    const words = String(error?.message ?? error ?? '');
    const told = [...document.querySelectorAll('.toast-error')].some(({ textContent }) => textContent.includes(words));
    if (words !== '' && !told) {
        errorToast(error instanceof Error ? error : new Error(words));
    }
}

const skip = document.querySelector('.skip-link');
setText(skip, t`Skip to content`);
setAttribute(document.getElementById('toasts'), 'aria-label', t`Notifications`);
setText(main.querySelector('.loading'), t`Loading…`);

// Without the address, whose fragment is the page's route.
skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
});

startBanners();
start();
