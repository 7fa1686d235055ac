/** What every contender has to do before it is measured. */
@NullMarked
package io.delayqueue.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
