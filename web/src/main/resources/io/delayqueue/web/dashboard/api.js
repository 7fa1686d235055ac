import { connection, noteOutage, signedOut } from './status.js';

const BASE = 'api/v1/';
const TIMEOUT_MILLIS = 20_000;

let queue = null;
let csrf = null;
/** Whether this page has seen a session: then loading it anew leads to the log-in, and back. */
let entered = false;

/** What went wrong, in words for people: the title and detail of a problem, its status and word. */
export class ApiError extends Error {
    constructor({ status, title, detail, word, field }) {
        super(detail ? `${title}: ${detail}` : title);
        Object.assign(this, { name: 'ApiError', status, title, detail, word, field });
    }
}

/** Whether asking again will not help: the server says that what is asked for is wrong or not there. */
export const isFinal = ({ status, word }) => Boolean(word) && status >= 400 && status < 500 && status !== 401 && status !== 429;

/** The queue that calls are about; null for the default one. */
export function useQueue(name) {
    queue = name;
}

/** The queue that calls are about now. What goes on for longer keeps it and names it in its calls. */
export const currentQueue = () => queue;

/**
 * A path with each value encoded: path`groups/${group}/topics/${topic}`.
 *
 * @throws {ApiError} for names that an address cannot carry
 */
export function path(parts, ...values) {
    return parts.reduce((whole, part, i) => whole + segment(values[i - 1]) + part);
}

function segment(value) {
    if (value === '' || value === '.' || value === '..') {
        throw new ApiError({ status: 0, title: 'Not reachable', detail: `The name “${value}” cannot be part of an address.` });
    }
    return encodeURIComponent(value);
}

/** The address of a call, relative to the page, with the queue it is about. */
export function address(callPath, query = {}, about = queue) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, queue: about })) {
        if (value !== null && value !== undefined && value !== '') {
            params.set(name, String(value));
        }
    }
    const text = params.toString();
    return BASE + callPath + (text ? `?${text}` : '');
}

export const get = async (callPath, query) => parse(await getText(callPath, query));
export const post = (callPath, body, options) => change('POST', callPath, body, options);
export const remove = (callPath, options) => change('DELETE', callPath, undefined, options);

/** The body of an answer as it stands, for data whose numbers must not pass through JavaScript's. */
export const getText = (callPath, query) => call('GET', address(callPath, query), {});

/** Asks whether a stream would be opened, since the browser does not tell why one was not. Throws why. */
export const askStream = (url) => call('GET', url, { headers: { Accept: 'text/event-stream, application/problem+json' }, answerOnly: true });

/** Reads the session, and takes the token from it that changes need. */
export async function readSession() {
    const session = await get('session');
    csrf = session.csrf ?? null;
    entered = true;
    return session;
}

/**
 * @param {*} body what becomes JSON; a string is taken to be JSON already
 * @param {{queue?: ?string, keepalive?: boolean}} [options] queue: the one the call is about, whatever the page shows by
 *     now; keepalive: the call outlives the page
 */
async function change(method, callPath, body, options = {}) {
    const url = address(callPath, {}, options.queue);
    const init = () => ({
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...token() },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        keepalive: options.keepalive,
    });
    try {
        return parse(await call(method, url, init()));
    } catch (error) {
        if (error.status !== 403 || error.word === 'forbidden' || error.word === 'read-only' || options.keepalive) {
            throw error;
        }
        // The token may be of a session that has ended.
        await readSession();
        return parse(await call(method, url, init()));
    }
}

const token = () => (csrf ? { [csrf.header]: csrf.token } : {});

async function call(method, url, init) {
    let response;
    try {
        response = await fetch(url, {
            ...init,
            method,
            headers: { Accept: 'application/json, application/problem+json', ...init.headers },
            credentials: 'same-origin',
            cache: 'no-store',
            redirect: 'manual',
            signal: init.keepalive ? undefined : AbortSignal.timeout(TIMEOUT_MILLIS),
        });
    } catch (cause) {
        const slow = cause.name === 'TimeoutError';
        throw new ApiError({
            status: 0,
            title: slow ? 'No answer in time' : 'The application cannot be reached',
            detail: method === 'GET' ? 'Nothing was changed.' : 'It is not known whether the change was made: look before you try again.',
        });
    }
    if (response.ok) {
        signedOut.set(null);
    }
    if (response.ok && init.answerOnly) {
        await response.body?.cancel();
        return '';
    }
    const text = response.type === 'opaqueredirect' ? '' : await response.text();
    if (response.ok) {
        if (asksStore(url)) {
            noteOutage(null);
        }
        return text;
    }
    throw problem(response, text);
}

/** Whether an answer tells how the store is. Live events tell it better where there are some. */
const asksStore = (url) => connection.get().state !== 'live' && /api\/v1\/(groups|instances)/.test(url);

function problem(response, text) {
    const status = response.type === 'opaqueredirect' ? 401 : response.status;
    let body = {};
    try {
        body = JSON.parse(text) ?? {};
    } catch {
        // Not a problem of ours: a proxy's page, for example. The status says what there is to say.
    }
    const word = String(body.type ?? '').split(':').pop();
    if (status === 401) {
        signedOut.set(entered ? '' : (body.loginUrl ?? ''));
    }
    if (word === 'unavailable' && asksStore(response.url)) {
        noteOutage(0);
    }
    return new ApiError({
        status,
        title: body.title ?? (status === 401 ? 'Not signed in' : `The server answered with status ${status}`),
        detail: body.detail ?? (status === 401 ? 'Log in, then come back to this page.' : ''),
        word,
        field: body.field,
    });
}

function parse(text) {
    if (text === '') {
        return null;
    }
    try {
        return JSON.parse(text);
    } catch {
        throw new ApiError({
            status: 0,
            title: 'An answer that is not from the queue',
            detail: 'Something between this page and the application answered in its place: a proxy or a log-in page, perhaps.',
        });
    }
}
