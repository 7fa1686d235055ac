/** Tests that are particular to this contender. */
@NullMarked
package io.delayqueue.benchmarks.contender.ancestor;

import org.jspecify.annotations.NullMarked;
