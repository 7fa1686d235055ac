/**
 * API for applications: tasks, the service that adds them, the callbacks that receive them.
 *
 * <p>A null argument that is not allowed throws a {@link java.lang.NullPointerException} whose message names the argument, here and
 * in the other packages. A null name or id throws an {@link io.delayqueue.InvalidTaskException} like any other that breaks the
 * rule. Nothing was written then.
 */
@NullMarked
package io.delayqueue;

import org.jspecify.annotations.NullMarked;
