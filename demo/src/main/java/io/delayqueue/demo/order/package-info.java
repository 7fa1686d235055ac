/** Orders and their two tasks. */
@NullMarked
package io.delayqueue.demo.order;

import org.jspecify.annotations.NullMarked;
