import { address, readSession } from './api.js';
import { lastData, noteOutage, setConnection, signedOut, trouble } from './status.js';
import { syncClock } from './time.js';

/** A page that is hidden for longer lets its stream go. */
const HIDDEN_MILLIS = 60_000;
/** A stream that says nothing for longer is dead, whatever the browser believes. */
const SILENT_MILLIS = 20_000;
const FIRST_RETRY_MILLIS = 1_000;
const MAX_RETRY_MILLIS = 30_000;
const POLL_MILLIS = 5_000;
/** After so many refusals in a row the page asks for itself until a stream opens. */
const REFUSALS_BEFORE_POLLING = 2;

/**
 * Follows the live events of the server, and goes on following: over broken connections, restarts and sleeps.
 *
 * @param {Object<string, *>} query what to follow
 * @param {function(object): void} onData gets each event's data
 * @param {function(): Promise<object>} poll makes such data by plain calls, where streams are refused
 * @returns {{close: function(): void, retry: function(): void}}
 */
export function follow(query, onData, poll) {
    let source = null;
    let closed = false;
    let refusals = 0;
    let heardAt = Date.now();
    let retryTimer = 0;
    let pollTimer = 0;
    let hiddenTimer = 0;

    const receive = (event) => {
        heardAt = Date.now();
        refusals = 0;
        clearInterval(pollTimer);
        pollTimer = 0;
        deliver(JSON.parse(event.data));
        setConnection('live');
        signedOut.set(null);
    };

    function deliver(data) {
        if (closed) {
            return;
        }
        syncClock(data.at);
        noteOutage(data.outageMillis);
        trouble.set(data.outageMillis === undefined ? data.error ?? null : null);
        lastData.set(Date.now());
        onData(data);
    }

    function open() {
        shut();
        heardAt = Date.now();
        source = new EventSource(address('live', query));
        source.addEventListener('overview', receive);
        source.addEventListener('topic', receive);
        source.addEventListener('error', () => {
            const refused = source?.readyState === EventSource.CLOSED;
            setConnection(pollTimer ? 'polling' : 'lost');
            if (refused) {
                refuse();
            }
        });
    }

    function shut() {
        clearTimeout(retryTimer);
        source?.close();
        source = null;
    }

    function refuse() {
        shut();
        refusals++;
        if (refusals >= REFUSALS_BEFORE_POLLING && !pollTimer) {
            pollTimer = setInterval(askOnce, POLL_MILLIS);
            askOnce();
        }
        const wait = Math.min(MAX_RETRY_MILLIS, FIRST_RETRY_MILLIS * 2 ** refusals);
        retryTimer = setTimeout(open, wait);
        // Tells a session that has ended from a server that is away; the banner says which.
        readSession().catch(() => {});
    }

    async function askOnce() {
        if (document.visibilityState === 'hidden') {
            return;
        }
        try {
            deliver(await poll());
            if (!closed && pollTimer) {
                setConnection('polling');
            }
        } catch {
            if (!closed) {
                setConnection('lost');
            }
        }
    }

    const watchdog = setInterval(() => {
        if (source !== null && Date.now() - heardAt > SILENT_MILLIS) {
            setConnection('lost');
            open();
        }
    }, 2_000);

    function onVisibility() {
        clearTimeout(hiddenTimer);
        if (document.visibilityState === 'hidden') {
            hiddenTimer = setTimeout(() => {
                shut();
                setConnection('asleep');
            }, HIDDEN_MILLIS);
        } else if (source === null) {
            setConnection('connecting');
            open();
        }
    }

    /** A browser may keep a page that was left, with its connection; a few such pages would take all it has for a server. */
    function onLeave() {
        clearTimeout(hiddenTimer);
        shut();
    }

    function onReturn({ persisted }) {
        if (persisted && source === null) {
            setConnection('connecting');
            open();
        }
    }

    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    setConnection('connecting');
    lastData.set(null);
    open();

    return {
        retry: open,
        close() {
            closed = true;
            shut();
            clearInterval(watchdog);
            clearInterval(pollTimer);
            clearTimeout(hiddenTimer);
            document.removeEventListener('visibilitychange', onVisibility);
            window.removeEventListener('pagehide', onLeave);
            window.removeEventListener('pageshow', onReturn);
            setConnection('none');
            trouble.set(null);
        },
    };
}
