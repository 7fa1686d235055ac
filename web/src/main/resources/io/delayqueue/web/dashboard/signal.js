/**
 * Observable value.
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
        /** Calls the function at once and on every change; returns the function that ends this. */
        watch(watcher) {
            watchers.add(watcher);
            watcher(value);
            return () => watchers.delete(watcher);
        },
    };
}
