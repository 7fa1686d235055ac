/** Receipts by mail: a separate queue, whose callbacks can fail. */
@NullMarked
package io.delayqueue.demo.mail;

import org.jspecify.annotations.NullMarked;
