/**
 * The threads that deliver: pushing, reserving, running, acknowledging, keeping leases. The only package that starts
 * threads.
 */
@NullMarked
package io.delayqueue.engine;

import org.jspecify.annotations.NullMarked;
