/**
 * From a task to its JSON and back, and from JSON to the callback's Java values. Starts no threads and asks no store.
 */
@NullMarked
package io.delayqueue.callback;

import org.jspecify.annotations.NullMarked;
