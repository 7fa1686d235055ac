/**
 * What users touch: tasks, the service that adds them, the callbacks that receive them.
 *
 * <p>Here and in the other packages a null where none may be is a {@link java.lang.NullPointerException} whose message names
 * the argument. Names and ids are the exception: null is one more that breaks their rule, an
 * {@link io.delayqueue.InvalidTaskException}. Nothing has been written then.
 */
@NullMarked
package io.delayqueue;

import org.jspecify.annotations.NullMarked;
