/** Makes due tasks ready. */
@NullMarked
package io.delayqueue.internal.push;

import org.jspecify.annotations.NullMarked;
