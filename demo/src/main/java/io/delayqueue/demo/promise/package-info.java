/** Promises of the queue, each with a button on the page: a limit, the order of a customer, a transaction. */
@NullMarked
package io.delayqueue.demo.promise;

import org.jspecify.annotations.NullMarked;
