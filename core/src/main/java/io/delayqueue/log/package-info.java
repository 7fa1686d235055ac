/** Escaping of text from outside in logs; addresses and places in messages. */
@NullMarked
package io.delayqueue.log;

import org.jspecify.annotations.NullMarked;
