/**
 * What is printed instead of a stack when an application does not start: what is wrong, and what to do about it.
 */
@NullMarked
package io.delayqueue.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
