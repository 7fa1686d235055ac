/** Escaping of text from outside in logs; addresses in messages. */
@NullMarked
package io.delayqueue.log;

import org.jspecify.annotations.NullMarked;
