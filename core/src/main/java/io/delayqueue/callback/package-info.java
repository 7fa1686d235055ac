/** Callbacks of topics and their options. */
@NullMarked
package io.delayqueue.callback;

import org.jspecify.annotations.NullMarked;
