/**
 * Receipts by mail: a queue of its own, whose callbacks can fail.
 */
@NullMarked
package io.delayqueue.demo.mail;

import org.jspecify.annotations.NullMarked;
