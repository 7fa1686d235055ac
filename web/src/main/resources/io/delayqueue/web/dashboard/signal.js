/**
 * A value that can be watched.
 *
 * @template T
 * @param {T} initial
 * @returns {{get: function(): T, set: function(T): void, watch: function(function(T): void): function(): void}}
 */
export function signal(initial) {
    let value = initial;
    const watchers = new Set();
    return {
        get: () => value,
        set(next) {
            if (next !== value) {
                value = next;
                [...watchers].forEach((watcher) => watcher(value));
            }
        },
        /** Calls at once and on every change; returns what ends it. */
        watch(watcher) {
            watchers.add(watcher);
            watcher(value);
            return () => watchers.delete(watcher);
        },
    };
}
