/** Whole engines on a real store, and what happens to their tasks. */
@org.jspecify.annotations.NullMarked
package io.delayqueue.scenario;
