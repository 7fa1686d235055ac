/** Runs attempts: payload, interceptors, callback, time to run, retry or repeat. */
@NullMarked
package io.delayqueue.internal.run;

import org.jspecify.annotations.NullMarked;
