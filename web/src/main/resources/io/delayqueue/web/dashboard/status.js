import { signal } from './signal.js';

/**
 * How the page stands to the server: what the banners and the light in the header tell.
 *
 * connection: {state: 'connecting' | 'live' | 'lost' | 'polling' | 'asleep' | 'none', since: number}
 * outage: since when the store is away, in ms since the epoch of this browser; null if it is not
 * signedOut: where to log in ('' if by loading the page anew); null while signed in
 */
export const connection = signal({ state: 'none', since: Date.now() });
export const outage = signal(null);
export const signedOut = signal(null);

/** What the store refused of what live pages asked; null if nothing. */
export const trouble = signal(null);

/** When the last live data came, by this browser's clock; null before the first. */
export const lastData = signal(null);

export function setConnection(state) {
    if (connection.get().state !== state) {
        connection.set({ state, since: Date.now() });
    }
}

/** Notes an outage that has lasted for so long; null or undefined: there is none. */
export function noteOutage(millis) {
    if (millis === null || millis === undefined) {
        outage.set(null);
    } else if (outage.get() === null) {
        outage.set(Date.now() - millis);
    }
}
