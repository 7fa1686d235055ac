/**
 * Explains failures of the start, with remedies, in place of a stack trace.
 */
@NullMarked
package io.delayqueue.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
