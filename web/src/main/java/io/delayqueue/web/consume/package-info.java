/** Consumers in any language: they reserve tasks over HTTP and acknowledge them by receipt. */
@NullMarked
package io.delayqueue.web.consume;

import org.jspecify.annotations.NullMarked;
