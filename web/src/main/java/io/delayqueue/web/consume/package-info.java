/** Consumers in any language: they reserve tasks over HTTP and say by receipt what became of them. */
@NullMarked
package io.delayqueue.web.consume;

import org.jspecify.annotations.NullMarked;
