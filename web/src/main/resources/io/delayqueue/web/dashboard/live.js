import { address, ApiError, askStream, isFinal, readSession } from './api.js';
import { connection, lastData, noteOutage, setConnection, signedOut, trouble } from './status.js';
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
 * @param {function(): Promise<?object>} poll makes such data by plain calls, where streams are refused; without `at`, which
 *     only the store's clock may tell, and null if the page asks for itself anyway
 * @param {function(Error): void} onFault gets why there is nothing to follow, or what broke in onData, once
 * @returns {{close: function(): void, retry: function(): void}}
 */
export function follow(query, onData, poll, onFault) {
    const url = address('live', query);
    let source = null;
    let closed = false;
    let refusals = 0;
    let heardAt = Date.now();
    let retryTimer = 0;
    let pollTimer = 0;
    let hiddenTimer = 0;
    /** The fault that is shown, and whether it is that what is asked for is refused. */
    let fault = null;
    let refused = false;

    const receive = (event) => {
        heardAt = Date.now();
        refusals = 0;
        clearInterval(pollTimer);
        pollTimer = 0;
        setConnection('live');
        deliver(JSON.parse(event.data));
    };

    function deliver(data) {
        if (closed) {
            return;
        }
        syncClock(data.at);
        noteOutage(data.outageMillis);
        trouble.set(data.outageMillis === undefined ? data.error ?? null : null);
        lastData.set(Date.now());
        refused = false;
        try {
            onData(data);
            fault = null;
        } catch (error) {
            console.error(error);
            showFault(error);
        }
    }

    function showFault(error) {
        if (fault !== error.message) {
            fault = error.message;
            onFault(error);
        }
    }

    function open() {
        shut();
        heardAt = Date.now();
        source = new EventSource(url);
        ['overview', 'topic'].forEach((name) => source.addEventListener(name, receive));
        source.addEventListener('error', () => {
            if (!refused) {
                setConnection(pollTimer ? 'polling' : 'lost');
            }
            if (source?.readyState === EventSource.CLOSED) {
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
        // Tells a session that has ended, which a banner says, from a server that is away and from what will be refused again.
        askStream(url).catch(noteRefusal);
    }

    /** Shows why it is refused if it always will be, and asks again only now and then: a setting may change. */
    function noteRefusal(error) {
        if (!isFinal(error) || closed || source?.readyState === EventSource.OPEN || connection.get().state === 'asleep') {
            return false;
        }
        refused = true;
        clearInterval(pollTimer);
        pollTimer = 0;
        shut();
        retryTimer = setTimeout(open, MAX_RETRY_MILLIS);
        setConnection('none');
        showFault(error);
        return true;
    }

    async function askOnce() {
        if (document.visibilityState === 'hidden') {
            return;
        }
        try {
            const data = await poll();
            if (!closed && pollTimer) {
                setConnection('polling');
                if (data !== null) {
                    deliver(data);
                }
            }
        } catch (error) {
            if (!closed && pollTimer && !noteRefusal(error)) {
                // An answer is a connection; what the matter is otherwise, other banners say.
                setConnection(error instanceof ApiError && error.status > 0 ? 'polling' : 'lost');
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
        if (document.visibilityState === 'visible' && signedOut.get() !== null) {
            // Somebody may have logged in elsewhere meanwhile.
            readSession().catch(() => {});
        }
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
    const onLeave = () => (clearTimeout(hiddenTimer), shut());
    const onReturn = ({ persisted }) => persisted && onVisibility();

    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    lastData.set(null);
    if (document.visibilityState === 'hidden') {
        // Opened in the background: a browser has few connections for a server.
        setConnection('asleep');
    } else {
        setConnection('connecting');
        open();
    }

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
