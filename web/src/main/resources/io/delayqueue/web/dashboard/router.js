/**
 * @typedef {{segments: string[], query: URLSearchParams, path: string}} Route
 */

/** @returns {Route} the route of the address */
export function currentRoute() {
    const hash = window.location.hash.startsWith('#/') ? window.location.hash.slice(2) : '';
    const mark = hash.indexOf('?');
    const path = mark < 0 ? hash : hash.slice(0, mark);
    return {
        segments: path.split('/').filter((part) => part !== '').map(decode),
        query: new URLSearchParams(mark < 0 ? '' : hash.slice(mark + 1)),
        path,
    };
}

function decode(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/**
 * Returns the address of a route; the queue stays the same unless the query names one.
 *
 * @param {string[]} segments
 * @param {Object<string, *>} [query] null, undefined, '' and false leave a parameter out
 */
export function link(segments, query = {}) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ queue: currentRoute().query.get('queue'), ...query })) {
        if (value !== null && value !== undefined && value !== '' && value !== false) {
            params.set(name, String(value));
        }
    }
    const text = params.toString();
    return `#/${segments.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`;
}

export const topicLink = (group, topic, query) => link(['topics', group, topic], query);
export const taskLink = (group, id, query) => link(['tasks', group, id], query);

/** Changes the query of the current route without a new entry in the history. */
export function replaceQuery(query) {
    history.replaceState(null, '', link(currentRoute().segments, query));
}

/** Calls the function on every change of the route. */
export function onRoute(listener) {
    window.addEventListener('hashchange', () => listener(currentRoute()));
}

const KEPT = 'delayqueue.place';

/** Keeps the route for the next load of the page in this tab: redirects of a log-in lose it. */
export function keepPlace() {
    try {
        if (window.location.hash !== '') {
            sessionStorage.setItem(KEPT, window.location.hash);
        }
    } catch {
        // Storage is denied: the log-in leads back to the overview.
    }
}

/** Restores the kept route, unless the address has one. */
export function restorePlace() {
    try {
        const kept = sessionStorage.getItem(KEPT);
        sessionStorage.removeItem(KEPT);
        if (kept && window.location.hash === '') {
            history.replaceState(null, '', kept);
        }
    } catch {
        // Storage is denied: no route was kept.
    }
}
