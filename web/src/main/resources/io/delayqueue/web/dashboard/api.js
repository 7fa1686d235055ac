import { t } from './language.js';
import { connection, noteOutage, signedOut } from './status.js';

const BASE = 'api/v1/';
const TIMEOUT_MILLIS = 20_000;

let queue = null;
let csrf = null;
/** Whether this page has had a session: then reloading it leads to the log-in and back. */
let entered = false;

/** Failure of a call: the title and detail of a problem, its status and type. */
export class ApiError extends Error {
    constructor({ status, title, detail, word, field }) {
        super(detail ? t`${title}: ${detail}` : title);
        Object.assign(this, { name: 'ApiError', status, title, detail, word, field });
    }
}

/** Whether a retry is useless, because the request is invalid or its resource does not exist. */
export const isFinal = ({ status, word }) => Boolean(word) && status >= 400 && status < 500 && status !== 401 && status !== 429;

/** Queue of the calls; null for the default queue. */
export function useQueue(name) {
    queue = name;
}

/** Returns the current queue. Longer operations keep it and pass it to their calls. */
export const currentQueue = () => queue;

/**
 * Creates a path with encoded values: path`groups/${group}/topics/${topic}`.
 *
 * @throws {ApiError} for names that an address cannot carry
 */
export function path(parts, ...values) {
    return parts.reduce((whole, part, i) => whole + segment(values[i - 1]) + part);
}

function segment(value) {
    if (value === '' || value === '.' || value === '..') {
        throw new ApiError({ status: 0, title: t`Not reachable`, detail: t`The name “${value}” cannot be part of an address.` });
    }
    return encodeURIComponent(value);
}

/** Returns the address of a call, relative to the page, with its queue. */
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
export const put = (callPath, body, options) => change('PUT', callPath, body, options);
export const remove = (callPath, options) => change('DELETE', callPath, undefined, options);

/** Returns the text of a response, for data whose numbers must not be converted to JavaScript's. */
export const getText = (callPath, query) => call('GET', address(callPath, query), {});

/** Checks whether a stream can be opened, because the browser does not report why it cannot. Throws the reason. */
export const askStream = (url) => call('GET', url, { headers: { Accept: 'text/event-stream, application/problem+json' }, answerOnly: true });

/** Reads the session and stores the token for changes. */
export async function readSession() {
    const session = await get('session');
    csrf = session.csrf ?? null;
    entered = true;
    return session;
}

/**
 * @param {*} body the value to convert to JSON; a string is JSON already
 * @param {{queue?: ?string, keepalive?: boolean, query?: object}} [options] queue: the queue of the call, independent of the page's current
 *     one; keepalive: the call outlives the page; query: further parameters
 */
async function change(method, callPath, body, options = {}) {
    const url = address(callPath, options.query, options.queue);
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
        // The token may belong to an ended session.
        await readSession();
        return parse(await call(method, url, init()));
    }
}

const token = () => (csrf ? { [csrf.header]: csrf.token } : {});

async function call(method, url, init) {
    const saidAtStart = signedOut.get();
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
            title: slow ? t`No answer in time` : t`The application cannot be reached`,
            detail: method === 'GET' ? t`It may be stopped or restarting, or the network is interrupted.` : t`It is not known whether the change was made: check before you retry.`,
        });
    }
    if (response.ok && signedOut.get() === saidAtStart) {
        // An earlier call may be answered after the session has ended.
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

/** Whether a response has the state of the store. Live events are more precise if there are any. */
const asksStore = (url) => connection.get().state !== 'live' && /api\/v1\/(groups|instances|search)/.test(url);

function problem(response, text) {
    const status = response.type === 'opaqueredirect' ? 401 : response.status;
    let body = {};
    try {
        body = JSON.parse(text) ?? {};
    } catch {
        // Not a problem of this API, but a proxy's page, for example. Only the status is known.
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
        title: body.title ?? (status === 401 ? t`Not logged in` : t`The server answered with status ${status}`),
        detail: body.detail ?? (status === 401 ? t`Log in, then come back to this page.` : ''),
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
            title: t`The answer is not from the API`,
            detail: t`A proxy or a log-in page may have answered instead.`,
        });
    }
}
