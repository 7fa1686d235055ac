/** Escaping of text from outside in logs. */
@NullMarked
package io.delayqueue.log;

import org.jspecify.annotations.NullMarked;
