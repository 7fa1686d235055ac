import { address, ApiError, askStream, isFinal, readSession } from './api.js';
import { connection, lastData, noteOutage, setConnection, signedOut, trouble } from './status.js';
import { syncClock } from './time.js';

/** A page that is hidden for longer closes its stream. */
const HIDDEN_MILLIS = 60_000;
/** A stream without data for longer is dead, even if the browser reports it as open. */
const SILENT_MILLIS = 20_000;
const FIRST_RETRY_MILLIS = 1_000;
const MAX_RETRY_MILLIS = 30_000;
const POLL_MILLIS = 5_000;
/** Number of consecutive refusals after which the page polls until a stream opens. */
const REFUSALS_BEFORE_POLLING = 2;

/**
 * Follows the live events of the server, across broken connections, restarts and sleeps.
 *
 * @param {Object<string, *>} query the query of the stream
 * @param {function(object): void} onData receives the data of each event
 * @param {function(): Promise<?object>} poll creates such data by plain calls if streams are refused; without `at`, which needs
 *     the store's clock, and null if the page polls anyway
 * @param {function(Error): void} onFault receives the reason why there is no stream, or the error of onData, once
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
    /** The displayed fault, and whether it is a permanent refusal. */
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
        // Distinguishes an ended session, which has a banner, from an unreachable server and a permanent refusal.
        askStream(url).catch(noteRefusal);
    }

    /** Shows the reason of a permanent refusal and retries rarely, because a setting may change. */
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
                // A response proves the connection; other banners show other problems.
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
            // The user may have logged in in another tab.
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

    /**
     * Closes the stream of a page that was left: a browser may keep the page with its connection, and has few connections for a
     * server.
     */
    const onLeave = () => (clearTimeout(hiddenTimer), shut());
    const onReturn = ({ persisted }) => persisted && onVisibility();

    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    lastData.set(null);
    if (document.visibilityState === 'hidden') {
        // Opened in the background: not connected, because a browser has few connections for a server.
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
