import { signal } from './signal.js';

/**
 * State of the connection to the server, for the banners and the indicator in the header.
 *
 * connection: {state: 'connecting' | 'live' | 'lost' | 'polling' | 'asleep' | 'none', since: number} outage: start of the
 * store's outage, in ms since the epoch of this browser; null if there is none signedOut: the address of the log-in ('' if by
 * reloading the page); null while signed in
 */
export const connection = signal({ state: 'none', since: Date.now() });
export const outage = signal(null);
export const signedOut = signal(null);

/** Failure of the store for live pages; null if there is none. */
export const trouble = signal(null);

/** Time of the last live data by this browser's clock; null before the first. */
export const lastData = signal(null);

export function setConnection(state) {
    if (connection.get().state !== state) {
        connection.set({ state, since: Date.now() });
    }
}

/** Sets the duration of an outage; null or undefined if there is none. */
export function noteOutage(millis) {
    if (millis === null || millis === undefined) {
        outage.set(null);
    } else if (outage.get() === null) {
        outage.set(Date.now() - millis);
    }
}
